"""tread view: a server for results, and what it refuses."""

import http.client
import json
import os
import resource
import select
import shutil
import signal
import socket
import struct
import subprocess
import time

from support import PROGRAM, SPHERE, CliTest, main

DEADLINE = 60  # seconds in which anything must have happened


class ViewTest(CliTest):
    def setUp(self):
        super().setUp()
        self.make_result("ball")

    def make_result(self, name, case=SPHERE):
        self.write(f"{name}.toml", case)
        run = self.tread("run", f"{name}.toml", "--out", name)
        self.assertEqual(run.code, 0, run.err)

    def start(self, *args, port=0, limits=()):
        """Runs the viewer until the end of the test; sets self.port. Limits: (which, how much)."""
        def set_limits():
            for which, how_much in limits:
                resource.setrlimit(which, (how_much, how_much))
        viewer = subprocess.Popen([PROGRAM, "view", *args, "--port", str(port)], cwd=self.folder,
                                  env=self.environment, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
                                  preexec_fn=set_limits)
        self.addCleanup(self.end, viewer)
        self.lines = []
        while not self.lines or "http://" not in self.lines[-1]:
            ready, _, _ = select.select([viewer.stdout], [], [], DEADLINE)
            line = viewer.stdout.readline().decode() if ready else ""
            if not line:
                self.fail(viewer.stderr.read().decode() if viewer.poll() is not None else "silent")
            self.lines.append(line.strip())
        self.port = int(self.lines[-1].rsplit(":", 1)[1].strip("/"))
        return viewer

    def end(self, viewer):
        if viewer.poll() is None:
            viewer.kill()
        viewer.wait()
        viewer.stdout.close()
        viewer.stderr.close()

    def get(self, target, method="GET", body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=DEADLINE)
        try:
            connection.request(method, target, body=body)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def get_json(self, target):
        status, _, body = self.get(target)
        self.assertEqual(status, 200, body)
        return json.loads(body)

    def connect(self):
        client = socket.create_connection(("127.0.0.1", self.port), timeout=DEADLINE)
        self.addCleanup(client.close)
        return client

    def say(self, raw):
        """All that the server answers to these bytes."""
        client = self.connect()
        answer = b""
        try:
            client.sendall(raw)
            client.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # refused before all was sent
        try:
            while piece := client.recv(65536):
                answer += piece
        except ConnectionResetError:
            pass
        client.close()
        return answer

    def ask(self, line, *headers):
        host = f"Host: 127.0.0.1:{self.port}"
        return self.say("\r\n".join([line, host, "Connection: close", *headers, "", ""]).encode())

    def assert_alive(self):
        self.assertEqual(self.get_json("/api/runs")["runs"][0]["id"], 0)


class Pages(ViewTest):
    def test_every_kind_of_address_is_answered(self):
        self.start("ball")
        status, headers, body = self.get("/")
        self.assertEqual(status, 200)
        self.assertIn(b'data-mode="viewer"', body)
        self.assertTrue(headers["Content-Security-Policy"].startswith("default-src 'self'"))
        for asset in ("tread.js", "tread.css"):
            self.assertEqual(self.get(f"/assets/{asset}")[0], 200)
        runs = self.get_json("/api/runs")["runs"]
        self.assertEqual([(run["name"], run["ok"], run["error"]) for run in runs],
                         [("ball", True, None)])
        document = self.get_json("/api/runs/0/document")
        self.assertEqual(document["format"], "tread-result")

        field = document["cases"][0]["fields"]["fields"][0]["values"]
        status, headers, body = self.get(f"/api/runs/0/array?path={field['array']}")
        self.assertEqual(headers["X-Tread-Shape"], ",".join(map(str, field["shape"])))
        values = struct.unpack(f"<{len(body) // 8}d", body)
        result = json.loads((self.folder / "ball/result.json").read_text())["results"][0]
        self.assertEqual(max(values), result["peak_pressure"])

        files = self.get_json("/api/runs/0/files")["files"]
        self.assertEqual({file["name"]: file["bytes"] for file in files},
                         {p.name: p.stat().st_size for p in (self.folder / "ball").iterdir()})
        for file in files:
            data = self.get(f"/api/runs/0/files/{file['name']}")[2]
            self.assertEqual(data, (self.folder / "ball" / file["name"]).read_bytes())

    def test_head_has_the_head_of_get_and_nothing_more(self):
        self.start("ball")
        status, headers, body = self.get("/api/runs/0/files/result.json", "HEAD")
        size = (self.folder / "ball/result.json").stat().st_size
        self.assertEqual((status, int(headers["Content-Length"]), body), (200, size, b""))

    def test_one_connection_serves_many_requests(self):
        self.start("ball")
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=DEADLINE)
        for _ in range(50):
            connection.request("GET", "/api/runs")
            self.assertEqual(json.loads(connection.getresponse().read())["runs"][0]["id"], 0)
        connection.close()

    def test_a_run_anew_is_seen_though_the_old_one_is_open(self):
        self.start("ball")
        first = self.get_json("/api/runs/0/document")
        self.make_result("ball", SPHERE.replace("100", "200"))
        second = self.get_json("/api/runs/0/document")
        force = [d["cases"][0]["scalars"][0]["value"] for d in (first, second)]
        self.assertNotEqual(force[0], force[1])

    def test_only_this_machine_can_connect(self):
        self.start("ball")
        with open("/proc/net/tcp", encoding="ascii") as table:
            places = [row.split()[1] for row in table if row.split()[3] == "0A"]
        self.assertIn(f"0100007F:{self.port:04X}", places)
        self.assertNotIn(f"00000000:{self.port:04X}", places)


class Refused(ViewTest):
    def setUp(self):
        super().setUp()
        self.write("secret.txt", "secret")
        self.viewer = self.start("ball")

    def assert_status(self, answer, *statuses):
        self.assertIn(answer.split(b" ", 2)[1:2], [[str(s).encode()] for s in statuses], answer)
        self.assertNotIn(b"secret", answer.split(b"\r\n\r\n", 1)[-1].replace(b"secret.txt", b""))

    def test_paths_that_leave_the_folder(self):
        for path in ("/../secret.txt", "/api/runs/0/files/../../secret.txt",
                     "/api/runs/0/files/..%2F..%2Fsecret.txt", "/%2e%2e/%2e%2e/etc/passwd",
                     "/api/runs/0/files/%2Fetc%2Fpasswd", "/api/runs/0/files/..%5csecret.txt",
                     "/api/runs/0/files/result.json%00", "//etc/passwd", "/..", "\\..\\secret.txt",
                     "/api/runs/0/array?path=../../secret.txt", "/api/runs/0/files/secret.txt"):
            self.assert_status(self.ask(f"GET {path} HTTP/1.1"), 400, 404)
        self.assert_alive()

    def test_odd_methods(self):
        for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"):
            self.assert_status(self.ask(f"{method} / HTTP/1.1"), 405)
        for method in ("FOO", "get", "G" * 1000, "PRI"):
            self.assert_status(self.ask(f"{method} / HTTP/1.1"), 400, 405)
        status, headers, _ = self.get("/", "POST", body=b"x" * 100000)
        self.assertEqual((status, headers["Allow"]), (405, "GET, HEAD"))
        self.assert_alive()

    def test_a_body_is_no_second_request(self):
        body = f"GET /api/runs HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n"
        answer = self.say((f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                           f"Content-Length: {len(body)}\r\n\r\n{body}").encode())
        self.assertEqual(answer.count(b"HTTP/1.1 "), 1)

    def test_what_is_no_request(self):
        for raw in (b"\r\n\r\n", b"\0" * 100 + b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
                    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\xff" * 500 + b"\r\n\r\n",
                    b"GET /\0/../ HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nno header\r\n\r\n"):
            answer = self.say(raw)
            self.assertNotIn(b" 200 ", answer.split(b"\r\n")[0])
        self.assert_alive()

    def test_heads_of_a_megabyte(self):
        million = "x" * 1_000_000
        self.assert_status(self.ask(f"GET /{million} HTTP/1.1"), 414, 431)
        self.assert_status(self.ask("GET / HTTP/1.1", f"X-Long: {million}"), 400, 431)
        many = [f"X-{i}: {'y' * 90}" for i in range(10_000)]
        self.assert_status(self.ask("GET / HTTP/1.1", *many), 400, 431)
        self.assert_alive()

    def test_other_hosts(self):
        for host in ("evil.example", f"evil.example:{self.port}", f"127.0.0.1:{self.port + 1}"):
            answer = self.say(f"GET /api/runs HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
                              .encode())
            self.assert_status(answer, 403)
        self.assert_status(self.say(b"GET /api/runs HTTP/1.1\r\nConnection: close\r\n\r\n"), 403)

    def test_clients_that_say_nothing_do_not_keep_others_out(self):
        silent = [self.connect() for _ in range(300)]
        slow = [self.connect() for _ in range(100)]
        for client in slow:
            client.sendall(b"GET / HT")
        self.assert_alive()
        for client in silent + slow:
            client.close()

    def test_more_connections_than_are_served_are_told_or_dropped(self):
        crowd = []
        for _ in range(700):
            try:
                crowd.append(self.connect())
            except OSError:
                break
        for client in crowd:
            client.close()
        begin = time.monotonic()
        while time.monotonic() - begin < DEADLINE:
            if self.get("/api/runs")[0] == 200:
                return
        self.fail("the server does not come back")


class Start(ViewTest):
    def ask_for_a_range(self, length):
        ranges = "Range: bytes=" + "0-1," * (length // 4)
        return self.ask("GET / HTTP/1.1", ranges[:length].rstrip(",-"))

    def test_a_long_range_is_no_matter(self):
        hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
        stacks = [hard] + ([2 ** 20] if hard == resource.RLIM_INFINITY else [])
        for stack in stacks:  # without limit threads would get 2 MB
            viewer = self.start("ball", limits=[(resource.RLIMIT_STACK, stack)])
            for length in (20, 1000, 8000, 8190, 8192, 9000, 60000):
                answer = self.ask_for_a_range(length)
                self.assertIn(answer.split(b" ")[1], (b"200", b"400", b"431"), length)
            self.assertEqual(self.ask("GET / HTTP/1.1", "rAnGe: bytes=0-9").split(b" ")[1], b"200")
            self.assert_alive()
            self.assertIsNone(viewer.poll())

    def test_with_fewer_threads_than_wanted_it_goes_on(self):
        viewer = self.start("ball")
        self.assert_alive()
        with open(f"/proc/{viewer.pid}/status", encoding="ascii") as status:
            peak = next(int(row.split()[1]) for row in status if row.startswith("VmPeak")) * 1024
        if peak > 2 ** 40:
            self.skipTest("a sanitizer's memory is not to be limited")
        viewer = self.start("ball", limits=[(resource.RLIMIT_AS, peak - 300 * 2 ** 20)])
        self.assert_alive()
        threads = len(os.listdir(f"/proc/{viewer.pid}/task"))
        self.assertTrue(2 < threads < 60, threads)
        viewer.send_signal(signal.SIGINT)
        self.assertEqual(viewer.wait(DEADLINE), 0)

    def test_ctrl_c_and_sigterm_end_it_with_0(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            viewer = self.start("ball")
            self.connect()  # open, and silent
            self.assert_alive()
            viewer.send_signal(number)
            self.assertEqual(viewer.wait(DEADLINE), 0)
            self.assertEqual(viewer.stderr.read(), b"")

    def test_a_pipe_in_the_place_of_a_result_stops_nothing(self):
        self.make_result("other")
        viewer = self.start("other", "ball")
        self.get_json("/api/runs/0/document")
        os.remove(self.folder / "other/result.h5")
        os.mkfifo(self.folder / "other/result.h5")
        self.assertEqual(self.get("/api/runs/0/document")[0], 410)
        self.assertIn("not a regular file", self.get_json("/api/runs")["runs"][0]["error"])
        self.get_json("/api/runs/1/document")
        viewer.send_signal(signal.SIGINT)
        self.assertEqual(viewer.wait(DEADLINE), 0)

    def test_a_deleted_result_is_closed_though_nobody_asks(self):
        viewer = self.start("ball")
        self.get_json("/api/runs/0/document")
        shutil.rmtree(self.folder / "ball")
        begin = time.monotonic()
        while any("result.h5" in path for path in self.files_open_in(viewer)):
            self.assertLess(time.monotonic() - begin, DEADLINE)
            time.sleep(0.1)

    @staticmethod
    def files_open_in(process):
        folder = f"/proc/{process.pid}/fd"
        paths = []
        for name in os.listdir(folder):
            try:
                paths.append(os.readlink(f"{folder}/{name}"))
            except FileNotFoundError:
                pass  # closed in the meantime
        return paths

    def test_a_port_in_use_is_told_and_the_next_one_taken(self):
        self.start("ball")
        taken = self.port
        self.start("ball", port=taken)
        self.assertGreater(self.port, taken)
        self.assertEqual(self.lines[0], f"port {taken} is in use; using {self.port}")
        self.assert_alive()

    def test_a_folder_of_results_offers_each(self):
        self.make_result("all/a")
        self.make_result("all/b")
        self.start("all", "ball")
        runs = self.get_json("/api/runs")["runs"]
        self.assertEqual([run["name"] for run in runs], ["a", "b", "ball"])

    def test_paths_without_results_are_refused(self):
        self.write("none/notes.txt", "nothing")
        self.write("old/result.json", '{"version": "0.0.9", "results": []}')
        for paths, words in ((["missing"], "missing"), (["none"], "no result.h5"),
                             (["old"], "0.0.9"), (["ball", "none"], "no result.h5"),
                             (["none/notes.txt"], "not an HDF5 file"), ([""], "must not be empty"),
                             ([], "required"), (["ball", "--port", "70000"], "--port")):
            run = self.tread("view", *paths)
            self.assertEqual((run.code, run.out), (2, ""), paths)
            self.assertIn(words, run.err)

    def test_a_cut_off_result_alone_is_refused_and_among_others_listed(self):
        shutil.copytree(self.folder / "ball", self.folder / "cut")
        size = (self.folder / "cut/result.h5").stat().st_size
        os.truncate(self.folder / "cut/result.h5", size // 2)
        run = self.tread("view", "cut")
        self.assertEqual((run.code, run.out), (2, ""))
        self.assertIn("cut off or damaged", run.err)

        self.start("ball", "cut")
        runs = self.get_json("/api/runs")["runs"]
        self.assertIsNone(runs[0]["error"])
        self.assertIn("cut off or damaged", runs[1]["error"])
        status, _, body = self.get("/api/runs/1/document")
        self.assertEqual(status, 500)
        self.assertIn("cut off or damaged", json.loads(body)["error"])
        self.assert_alive()

    def test_a_result_that_goes_while_it_is_viewed(self):
        self.start("ball")
        self.get_json("/api/runs/0/document")
        os.truncate(self.folder / "ball/result.h5", 3000)
        self.assertEqual(self.get("/api/runs/0/document")[0], 500)
        shutil.rmtree(self.folder / "ball")
        self.assertEqual(self.get("/api/runs/0/document")[0], 410)
        self.assertEqual(self.get_json("/api/runs/0/files")["files"], [])
        self.assert_alive()


if __name__ == "__main__":
    main()
