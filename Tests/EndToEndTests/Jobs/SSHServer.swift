import Foundation
import Glibc

/// An SSH server on the loopback interface, with keys that are used once.
struct SSHServer {
    private let server: RunningProgram
    /// The command that connects to it.
    let command: String

    /// The reason why a server cannot run here; nil if it can.
    static var absence: String? {
        if geteuid() != 0 { return "sshd requires root" }
        let programs = ["/usr/sbin/sshd", "/usr/bin/parallel"]
        let missing = programs.first { !FileManager.default.isExecutableFile(atPath: $0) }
        return missing.map { "\($0) is not installed (openssh-server, parallel)" }
    }

    static func start(in scratch: Scratch) async throws -> SSHServer {
        for name in ["host", "user"] {
            _ = try await scratch.run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", "key-\(name)"]).succeeded()
        }
        let (port, path) = (freePort(), scratch.folder.path)
        let configuration = """
            ListenAddress 127.0.0.1:\(port)
            HostKey \(path)/key-host
            AuthorizedKeysFile \(path)/key-user.pub
            PasswordAuthentication no
            KbdInteractiveAuthentication no
            PermitRootLogin yes
            StrictModes no
            UsePAM no
            PidFile none

            """
        let file = try scratch.write("sshd.conf", configuration).path
        // sshd requires an empty folder for the processes that are not authenticated.
        let script = "mount -t tmpfs tmpfs /run && mkdir /run/sshd && exec /usr/sbin/sshd -D -e -f \(file)"
        let server = try Command(
            program: "unshare", arguments: ["--mount", "sh", "-c", script], folder: scratch.folder, isIdle: true
        ).start()
        let command =
            "ssh -F none -p \(port) -i \(path)/key-user -o StrictHostKeyChecking=no "
            + "-o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"
        let words = command.split(separator: " ").map(String.init)
        let isReady = try await eventually(within: 20) {
            let outcome = try await scratch.run(words[0], Array(words.dropFirst()) + ["127.0.0.1", "true"])
            return outcome.code == 0 || !server.isRunning
        }
        guard isReady, server.isRunning else { throw Unable("sshd does not respond: \(server.errors)") }
        return SSHServer(server: server, command: command)
    }
}
