// The naive service of the story: net/http, a handler that writes the document, and an ID generator behind a mutex.
package main

import (
	"crypto/tls"
	"fmt"
	"log"
	"net/http"
	"os"
	"strconv"
)

func main() {
	document, err := os.ReadFile(os.Getenv("DOCUMENT"))
	if err != nil {
		log.Fatal(err)
	}
	length := strconv.Itoa(len(document))
	generator := newSnowflake(1)

	mux := http.NewServeMux()
	mux.HandleFunc("GET /state", func(w http.ResponseWriter, r *http.Request) {
		// Without a length it would be chunked: the body is over 2 KB.
		w.Header().Set("Content-Length", length)
		w.Header().Set("Content-Type", "application/json")
		w.Write(document)
	})
	mux.HandleFunc("GET /api/snowflake", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"id":"%d"}`, generator.next())
	})

	go func() {
		log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("HTTP_PORT"), mux))
	}()
	https := &http.Server{
		Addr:      "127.0.0.1:" + os.Getenv("HTTPS_PORT"),
		Handler:   mux,
		TLSConfig: &tls.Config{MinVersion: tls.VersionTLS12},
	}
	log.Fatal(https.ListenAndServeTLS(os.Getenv("CERT"), os.Getenv("KEY")))
}
