-- wrk -t 2 -c 64 -d 10 -s bench/analyze.lua http://127.0.0.1:2048/api/v1/analyse
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"board": "2 4 8 16 2 4 8 0 0 0 0 0 0 0 0 0", "depth": 1}'
