// HTTPS and HTTP/2 on one port, HTTP on the other, one thread; the document lies in memory.
'use strict';

const fs = require('node:fs');
const http = require('node:http');
const http2 = require('node:http2');

const document = fs.readFileSync(process.env.DOCUMENT);
const headers = { 'content-type': 'application/json', 'content-length': document.length };

function answer(request, response) {
  if (request.url === '/state') {
    response.writeHead(200, headers);
    response.end(document);
  } else {
    response.writeHead(404);
    response.end();
  }
}

function listen(server, port) {
  server.keepAliveTimeout = 3_600_000;
  server.listen({ port, host: '127.0.0.1', backlog: 65_535 });
}

const tls = {
  cert: fs.readFileSync(process.env.CERT),
  key: fs.readFileSync(process.env.KEY),
  minVersion: 'TLSv1.2',
  honorCipherOrder: false,
  allowHTTP1: true,
};
listen(http2.createSecureServer(tls, answer), process.env.HTTPS_PORT);
listen(http.createServer(answer), process.env.HTTP_PORT);
