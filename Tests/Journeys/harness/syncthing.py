"""Two of Debian's syncthing in a network of their own, which carry a folder between two computers."""

import json
import os
import shutil
import subprocess

from harness.waiting import wait_until

CONFIGURATION = """
<configuration version="36">
  <folder id="hawk" path="{folder}" type="sendreceive" rescanIntervalS="3600"
      fsWatcherEnabled="true" fsWatcherDelayS="1">
    <device id="{ids[0]}"></device><device id="{ids[1]}"></device>
    <maxConflicts>-1</maxConflicts><minDiskFree unit="%">0</minDiskFree>
  </folder>
  <device id="{ids[0]}" name="A"><address>tcp://127.0.0.1:{ports[0]}</address></device>
  <device id="{ids[1]}" name="B"><address>tcp://127.0.0.1:{ports[1]}</address></device>
  <gui enabled="true"><address>{socket}</address><apikey>test</apikey></gui>
  <options>
    <listenAddress>tcp://127.0.0.1:{port}</listenAddress>
    <reconnectionIntervalS>1</reconnectionIntervalS><startBrowser>false</startBrowser>
    <globalAnnounceEnabled>false</globalAnnounceEnabled>
    <localAnnounceEnabled>false</localAnnounceEnabled><relaysEnabled>false</relaysEnabled>
    <natEnabled>false</natEnabled><stunKeepaliveStartS>0</stunKeepaliveStartS>
    <urAccepted>-1</urAccepted><crashReportingEnabled>false</crashReportingEnabled>
    <autoUpgradeIntervalH>0</autoUpgradeIntervalH><minHomeDiskFree unit="%">0</minHomeDiskFree>
  </options>
</configuration>
"""


def is_here():
    """Whether syncthing is installed, and networks of one's own can be made."""
    return shutil.which("syncthing") and subprocess.run(
        ["unshare", "--user", "--map-root-user", "--net", "true"], check=False, capture_output=True
    ).returncode == 0


class Syncthing:
    """Carries one folder to another and back. What a missing element of a folder's configuration means is
    not what the documentation says, so that those that matter stand in it."""

    PORTS = (22001, 22002)

    def __init__(self, scratch, folders):
        self.scratch = scratch
        ids = []
        for name, folder in zip("AB", folders):
            home = os.path.join(scratch, name)
            # Without it, the folder is taken for an unmounted disk.
            os.makedirs(os.path.join(folder, ".stfolder"), exist_ok=True)
            self._run("generate", f"--home={home}", "--no-default-folder", "--skip-port-probing")
            ids.append(self._run(f"--home={home}", "--device-id").strip())
        for name, folder, port in zip("AB", folders, self.PORTS):
            text = CONFIGURATION.format(
                folder=folder, ids=ids, ports=self.PORTS, port=port, socket=self._socket(name),
            )
            with open(os.path.join(scratch, name, "config.xml"), "w", encoding="utf-8") as file:
                file.write(text)
        serve = "STMONITORED=yes syncthing serve --home={0}/{1} --no-browser --no-restart " \
            "--no-upgrade --logfile={0}/{1}.log & "
        script = "ip link set lo up; " + "".join(serve.format(scratch, name) for name in "AB")
        self.process = subprocess.Popen(
            # With processes of its own, which end with the first: syncthing leaves its group.
            ["unshare", "--user", "--map-root-user", "--net", "--pid", "--fork", "--kill-child",
             "bash", "-c", script + "wait"],
            env=os.environ | {"HOME": scratch},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        wait_until(lambda: all(self._connected(name) for name in "AB"), "both to be connected",
                   deadline=60)

    def stop(self):
        if self.process.poll() is not None:
            return
        self.process.kill()
        self.process.wait()

    def _socket(self, name):
        return os.path.join(self.scratch, f"{name}.sock")

    def _run(self, *arguments):
        return subprocess.run(
            ["syncthing", *arguments], env=os.environ | {"HOME": self.scratch}, check=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        ).stdout

    def _connected(self, name):
        done = subprocess.run(
            ["curl", "--silent", "--unix-socket", self._socket(name), "-H", "X-API-Key: test",
             "http://localhost/rest/system/connections"],
            check=False, capture_output=True, text=True,
        )
        if done.returncode != 0 or not done.stdout.startswith("{"):
            return False
        connections = json.loads(done.stdout)["connections"]
        return any(one["connected"] for one in connections.values())
