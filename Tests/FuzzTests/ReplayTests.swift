import Foundation
import FuzzTargets
import Glibc
import SystemTime
import Testing

/// Replays the inputs that fuzzing found.
@Suite(.serialized) struct ReplayTests {
    /// The limits of `Scripts/fuzz`. Processor time is independent of other processes.
    private static let maximumSeconds = 10.0
    private static let maximumMebibytes = 512

    @Test(arguments: FuzzTarget.all.map(\.name))
    func corpusIsParsedWithinTimeAndMemoryLimits(name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let inputs = try Self.corpus(name)
        #expect(!inputs.isEmpty, "Scripts/fuzz --minimise \(name) writes a corpus")
        let memory = Self.peakMebibytes
        for input in inputs {
            let bytes = try Data(contentsOf: input)
            let begin = Self.processorSeconds
            target.read(Array(bytes))
            #expect(Self.processorSeconds - begin < Self.maximumSeconds, "\(name)/\(input.lastPathComponent)")
        }
        #expect(Self.peakMebibytes - memory < Self.maximumMebibytes)
    }

    @Test func corporaHaveTargetsAndAreSmall() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpora.path)
        #expect(Set(folders) == Set(FuzzTarget.all.map(\.name)))
        let size = try folders.flatMap(Self.corpus).reduce(0) { size, input in
            size + (try input.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
        }
        #expect(size < 1 << 20)
    }

    private static let corpora = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpora")

    private static func corpus(_ name: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: corpora.appending(path: name), includingPropertiesForKeys: [.fileSizeKey])
    }

    /// The processor time of this thread, in seconds.
    private static var processorSeconds: Double {
        SystemClock.threadTime / .seconds(1)
    }

    private static var peakMebibytes: Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss >> 10
    }
}
