#!/usr/bin/env python3
"""Measures the latency of hints under load: serve_latency.py PROGRAM

Starts a server and requests hints at depth 3 over one connection, in alternating rounds: alone, with a thousand idle
connections, with one stream of games at full speed, with twenty streams.
"""
import http.client
import json
import re
import resource
import socket
import statistics
import subprocess
import sys
import time

ROUNDS = 7
HINTS = 300
BOARDS = ["2 4 8 16 2 4 8 0 0 0 0 0 0 0 0 0", "2 16 64 512 4 8 128 1024 2 4 16 32 0 2 4 8", "4 2 0 0 8 4 2 0 32 16 4 2 512 128 64 8"]


def hint_times(port):
    """Milliseconds from request to response, as seen by the client."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    times = []
    for number in range(HINTS):
        body = json.dumps({"board": BOARDS[number % len(BOARDS)], "depth": 3})
        start = time.perf_counter()
        connection.request("POST", "/api/v1/analyze", body, {"Content-Type": "application/json"})
        response = connection.getresponse()
        response.read()
        times.append(1000 * (time.perf_counter() - start))
        assert response.status == 200
    connection.close()
    return sorted(times)


def connections(port, count, request=b""):
    sockets = [socket.create_connection(("127.0.0.1", port)) for _ in range(count)]
    for one in sockets:
        one.sendall(request)
    return sockets


def main():
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    server = subprocess.Popen([sys.argv[1], "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
    port = int(re.search(r":(\d+)$", server.stdout.readline().strip()).group(1))
    stream = b"GET /api/v1/watch?speed=0&depth=1 HTTP/1.1\r\nHost: localhost\r\n\r\n"
    company = {"alone": (0, b""), "1,000 idle": (1000, b""), "1 stream": (1, stream), "20 streams": (20, stream)}
    medians = {name: [] for name in company}
    late = {name: [] for name in company}
    try:
        for _ in range(ROUNDS):
            for name, (count, request) in company.items():
                others = connections(port, count, request)
                time.sleep(0.3)
                times = hint_times(port)
                medians[name].append(statistics.median(times))
                late[name].append(times[HINTS * 99 // 100])
                for one in others:
                    one.close()
                time.sleep(0.2)
    finally:
        server.terminate()
        server.wait()
    alone = statistics.median(medians["alone"])
    for name in company:
        median = statistics.median(medians[name])
        print(f"{name:12} median {median:.3f} ms ({median / alone:.2f} of alone), 99th percentile {statistics.median(late[name]):.2f} ms")


if __name__ == "__main__":
    main()
