import Foundation
import Media
import OnDemand
import StageKit
import StageTesting
import SystemTime
import Testing

@testable import HTTPServer
@testable import HTTPStages

/// Certificates whose files are replaced while a server uses them.
@Suite struct RenewedCertificateTests {
    private struct Files {
        let folder = NSTemporaryDirectory() + "sluice-certificate-\(UUID().uuidString)"
        var certificate: String { folder + "/chain.pem" }
        var key: String { folder + "/key.pem" }

        init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
        func remove() { try? FileManager.default.removeItem(atPath: folder) }

        /// Creates a certificate for localhost in files with this name.
        func make(_ name: String) async throws {
            let made = try await ExternalProgram.run([
                "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-days",
                "30", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout",
                "\(folder)/\(name).key", "-out", "\(folder)/\(name).pem",
            ])
            #expect(made.status == 0)
        }

        /// Replaces a file as tools for renewal do: by renaming.
        func install(_ source: String, as target: String) throws {
            try FileManager.default.copyItem(atPath: "\(folder)/\(source)", toPath: target + ".new")
            guard rename(target + ".new", target) == 0 else { throw CocoaError(.fileWriteUnknown) }
        }
    }

    @Test func newConnectionsGetARenewedCertificate() async throws {
        let files = try Files()
        defer { files.remove() }
        for name in ["first", "second"] { try await files.make(name) }
        try files.install("first.pem", as: files.certificate)
        try files.install("first.key", as: files.key)
        let harness = try ServerHarness {
            ($0.tls, $0.certificate, $0.key) = (true, files.certificate, files.key)
        }
        harness.put(.file("v/1.m4s", count: 10))
        try await expectRenewal(files, "\(harness.server.port)", path: "/live/v/1.m4s")
        #expect(harness.server.certificate?.drainProblems().map(\.code) == ["certificate-renewed"])
        await harness.stop()
    }

    @Test func moviesAreServedWithARenewedCertificate() async throws {
        let files = try Files()
        defer { files.remove() }
        for name in ["first", "second"] { try await files.make(name) }
        try files.install("first.pem", as: files.certificate)
        try files.install("first.key", as: files.key)
        var options = MovieServerOptions()
        options.listen = try ListenAddress(option: OptionNode("127.0.0.1:0"))
        (options.tls, options.certificate, options.key, options.page) = (true, files.certificate, files.key, true)
        let clock = SystemClock()
        let folder = ServedFolder(try #require(MovieFolder(files.folder)))
        let server = try MovieServer(
            options, MovieLibrary([folder], MovieLibrary.Configuration(), clock: clock), clock: clock)
        try await expectRenewal(files, "\(server.port)", path: "/")
        #expect(server.certificate?.drainProblems().map(\.code) == ["certificate-renewed"])
        await server.stop()
    }

    /// Replaces the files of the certificate while a server uses them, and requests a path with both.
    private func expectRenewal(_ files: Files, _ port: String, path: String) async throws {
        func isServed(_ name: String) async throws -> Bool {
            try await curl([
                "--cacert", "\(files.folder)/\(name).pem", "--output", "/dev/null", "--resolve",
                "localhost:\(port):127.0.0.1", "https://localhost:\(port)\(path)",
            ]).status == 0
        }
        #expect(try await isServed("first"))
        try files.install("second.pem", as: files.certificate)
        try files.install("second.key", as: files.key)
        var isRenewed = false
        for _ in 0..<200 where !isRenewed { isRenewed = try await isServed("second") }
        #expect(isRenewed)
        #expect(try await !isServed("first"))
    }

    @Test func aCertificateWithoutItsKeyIsNotUsed() async throws {
        let (files, clock) = (try Files(), VirtualClock())
        defer { files.remove() }
        for name in ["first", "second"] { try await files.make(name) }
        try files.install("first.pem", as: files.certificate)
        try files.install("first.key", as: files.key)
        let certificate = try #require(
            try TLSCertificate.certificate(
                isEnabled: true, certificate: files.certificate, key: files.key, clock: clock))
        let former = certificate.current
        #expect(certificate.current === former)
        try files.install("second.pem", as: files.certificate)
        for _ in 0..<9 {
            clock.advance(by: .seconds(1))
            #expect(certificate.current === former)
        }
        #expect(certificate.drainProblems().isEmpty)
        for _ in 0..<9 {
            clock.advance(by: .seconds(1))
            #expect(certificate.current === former)
        }
        #expect(certificate.drainProblems().map(\.code) == ["certificate-unusable"])
        try files.install("second.key", as: files.key)
        #expect(certificate.current === former)
        clock.advance(by: .seconds(1))
        #expect(certificate.current !== former)
        #expect(certificate.drainProblems().map(\.code) == ["certificate-renewed"])
    }
}
