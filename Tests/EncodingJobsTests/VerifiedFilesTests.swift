import Digests
import EncodingJobs
import Foundation
import Media
import Testing

@Suite struct VerifiedFilesTests {
    @Test func filesThatDifferFromTheirReportHaveNoContent() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "sluice-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let bytes = [UInt8](0..<200)
        let reported = ReportedFile(path: "segment.m4s", byteCount: 200, digest: SHA256.text(of: bytes))
        let files = VerifiedFiles()
        #expect(files.content(of: reported, at: file.path) == nil)
        try Data(bytes).write(to: file)
        #expect(files.content(of: reported, at: file.path)?.bytes == bytes)
        #expect(files.content(of: reported, at: file.path)?.bytes == bytes)

        var damaged = bytes
        damaged[100] ^= 1
        for wrong in [damaged, Array(bytes.dropLast()), bytes + [0], []] {
            try Data(wrong).write(to: file)
            #expect(files.content(of: reported, at: file.path) == nil, "\(wrong.count) bytes")
        }
    }
}
