import Foundation
import Glibc

/// A third-party program that sends the movie of flashes and ticks over the network in real time.
struct StreamServer {
    enum Kind: String, CaseIterable, Sendable, CustomStringConvertible {
        case srt
        case rtmp
        case rtsp

        var description: String { rawValue }

        /// Whether the sending program is installed; `Scripts/setup --test` installs it.
        var isInstalled: Bool {
            switch self {
            case .srt: true
            case .rtmp: FileManager.default.fileExists(atPath: StreamServer.relayModule)
            case .rtsp:
                // Each architecture has its own folder.
                (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib"))?.contains {
                    FileManager.default.fileExists(atPath: "/usr/lib/\($0)/girepository-1.0/GstRtspServer-1.0.typelib")
                } ?? false
            }
        }
    }

    private static let relayModule = "/usr/lib/nginx/modules/ngx_rtmp_module.so"

    /// The GStreamer elements that receive the stream.
    let source: String
    let port: UInt16
    private let programs: [RunningProgram]

    /// Starts sending; throws ``Unable`` when the program does not start.
    init(_ kind: Kind, port: UInt16 = freePort(), hasAudio: Bool = true, in scratch: Scratch) async throws {
        // Cameras do not reorder frames, and GStreamer's RTP receiver relies on that.
        let movie = try await FlashAndTick.file(isReordered: kind != .rtsp)
        switch kind {
        case .srt:
            let address = "srt://127.0.0.1:\(port)"
            source = "srtsrc uri=\(address)?mode=caller"
            let selection = hasAudio ? [] : ["-an"]
            programs = [try Self.send(movie, selection + ["-f", "mpegts", "\(address)?mode=listener"], in: scratch)]
            self.port = port
        case .rtmp:
            let address = "rtmp://127.0.0.1:\(port)/live/movie"
            source = "rtmp2src location=\(address)"
            let server = try Self.relay(port: port, in: scratch)
            guard try await eventually(within: 20, { canConnect(to: port) || !server.isRunning }) else {
                throw Unable("nginx does not take connections: \(server.errors)")
            }
            let sender = try Self.send(movie, ["-progress", "pipe:1", "-f", "flv", address], in: scratch)
            // A client that connects before anything is sent receives nothing.
            guard try await eventually(within: 20, { sender.output.contains("frame=") || !sender.isRunning }) else {
                throw Unable("nothing is sent: \(sender.errors)")
            }
            programs = [server, sender]
            self.port = port
        case .rtsp:
            let script = Sluice.script("serve-rtsp.py").path
            let server = try Command(
                program: "/usr/bin/python3", arguments: [script, movie.path], folder: scratch.folder
            ).start()
            guard try await eventually(within: 20, { server.output.hasSuffix("\n") || !server.isRunning }),
                let port = UInt16(server.output.dropLast())
            else { throw Unable("the server does not start: \(server.errors)") }
            source = "rtspsrc location=rtsp://127.0.0.1:\(port)/movie protocols=tcp latency=200"
            programs = [server]
            self.port = port
        }
    }

    /// Stops the server abruptly, as if its cable were disconnected.
    func end() { for program in programs { program.end() } }

    private static func send(_ movie: URL, _ target: [String], in scratch: Scratch) throws -> RunningProgram {
        try Command(
            program: "ffmpeg", arguments: ["-v", "error", "-re", "-i", movie.path, "-c", "copy"] + target,
            folder: scratch.folder
        ).start()
    }

    private static func relay(port: UInt16, in scratch: Scratch) throws -> RunningProgram {
        let configuration = try scratch.write(
            "nginx.conf",
            """
            load_module \(relayModule);
            daemon off;
            master_process off;
            pid \(scratch.file("nginx.pid").path);
            error_log stderr;
            events { worker_connections 64; }
            rtmp { server { listen 127.0.0.1:\(port); application live { live on; } } }

            """)
        return try Command(
            program: "/usr/sbin/nginx",
            arguments: ["-e", "stderr", "-p", scratch.folder.path, "-c", configuration.path], folder: scratch.folder
        ).start()
    }
}

/// Returns an unused TCP port on this machine.
func freePort() -> UInt16 {
    withLoopbackSocket(port: 0) { file, address, length in
        guard bind(file, address, length) == 0 else { return 0 }
        var length = length
        getsockname(file, address, &length)
        return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
    }
}

/// Returns whether a program listens on the port.
func canConnect(to port: UInt16) -> Bool { withLoopbackSocket(port: port) { connect($0, $1, $2) == 0 } }

private func withLoopbackSocket<Result>(
    port: UInt16, _ body: (Int32, UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
) -> Result {
    let file = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(file) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
}
