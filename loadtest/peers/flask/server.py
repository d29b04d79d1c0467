"""The naive way: Flask's own server, a thread for each connection, TLS by the ssl module."""

import logging
import os
import threading

from flask import Flask, Response

app = Flask(__name__)

with open(os.environ["DOCUMENT"], "rb") as file:
    document = file.read()


@app.get("/state")
def state():
    return Response(document, content_type="application/json")


def serve(port, tls):
    app.run("127.0.0.1", int(os.environ[port]), threaded=True, ssl_context=tls)


logging.getLogger("werkzeug").setLevel(logging.ERROR)
threading.Thread(target=serve, args=("HTTP_PORT", None), daemon=True).start()
serve("HTTPS_PORT", (os.environ["CERT"], os.environ["KEY"]))
