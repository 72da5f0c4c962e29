import Foundation
import Glibc
import SystemFiles
import Testing

/// Opening files with untrusted paths.
@Suite struct RegularFileTests {
    private func inFolder(_ body: (String) throws -> Void) throws {
        let folder = NSTemporaryDirectory() + "sluice-regular-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    private func failure(_ body: () throws -> Void) -> RegularFile.Failure? {
        do { try body() } catch { return error as? RegularFile.Failure }
        return nil
    }

    @Test func fileIsReadUpToTheLimit() throws {
        try inFolder { folder in
            let path = folder + "/file"
            try RegularFile.write([1, 2, 3], to: path)
            #expect(try RegularFile.read(path, limit: 3) == [1, 2, 3])
            #expect(failure { _ = try RegularFile.read(path, limit: 2) } == .tooLarge(limit: 2))
            try RegularFile.write([4], to: path)
            #expect(try RegularFile.read(path, limit: 3) == [4])
        }
    }

    @Test func missingFileHasTheSystemsError() throws {
        let error = failure { _ = try RegularFile.open("/no/such/file") }
        #expect(error?.code == ENOENT && error?.description == "no such file or directory")
    }

    /// Without a process at its other end, opening a named pipe would block indefinitely.
    @Test(.timeLimit(.minutes(1)), arguments: [O_RDONLY, O_WRONLY, O_RDWR])
    func namedPipeIsRejectedImmediately(flags: Int32) throws {
        try inFolder { folder in
            let path = folder + "/pipe"
            #expect(mkfifo(path, 0o600) == 0)
            let error = failure { close(try RegularFile.open(path, flags: flags)) }
            #expect(error?.isNotRegular == true && error?.description.contains("pipe") == true)
        }
    }

    @Test(arguments: ["/dev/null", "/dev", "/dev/zero"]) func devicesAndFoldersAreRejected(path: String) {
        let error = failure { close(try RegularFile.open(path)) }
        #expect(error?.isNotRegular == true)
    }

    @Test func openDescriptorIsReadIfAllowed() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        _ = Glibc.write(ends[1], "abc", 3)
        close(ends[1])
        defer { close(ends[0]) }
        let path = "/dev/fd/\(ends[0])"
        #expect(failure { close(try RegularFile.open(path)) }?.isNotRegular == true)
        #expect(try RegularFile.read(path, limit: 9, scope: .filesAndOpenDescriptors) == Array("abc".utf8))
    }
}
