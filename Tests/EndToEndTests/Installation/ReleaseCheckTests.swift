import Foundation
import Testing

/// `Scripts/check-other-release`: what it accepts as the record of a run of all tests on the other Debian release.
@Suite struct ReleaseCheckTests {
    private static let record = "Scripts/tested-releases.txt"

    /// A repository with the script; `tested` is its first commit.
    private struct Repository {
        let scratch: Scratch
        let tested: String

        init(in scratch: Scratch) async throws {
            self.scratch = scratch
            try FileManager.default.createDirectory(
                at: scratch.file("Scripts"), withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                at: Sluice.package.appending(path: "Scripts/check-other-release"),
                to: scratch.file("Scripts/check-other-release"))
            _ = try await scratch.run("git", ["init", "--quiet"]).succeeded()
            _ = try await scratch.run("git", Self.author + ["commit", "--quiet", "--allow-empty", "-m", "1"])
                .succeeded()
            tested = try await scratch.run("git", ["rev-parse", "HEAD"]).succeeded().output
                .trimmingCharacters(in: .whitespacesAndNewlines)
        }

        private static let author = ["-c", "user.name=Test", "-c", "user.email=test@localhost"]

        func write(_ text: String) throws { _ = try scratch.write(ReleaseCheckTests.record, text) }

        /// Adds commits without changes.
        func commit(_ count: Int) async throws {
            let loop = "for i in $(seq \(count)); do git \"$@\" commit --quiet --allow-empty -m $i; done"
            _ = try await scratch.run("bash", ["-c", loop, "commit"] + Self.author).succeeded()
        }

        func outcome() async throws -> Outcome { try await scratch.run("bash", ["Scripts/check-other-release"]) }
    }

    @Test(arguments: [
        ("# No run yet.\n", "has no run on trixie"),
        ("bookworm COMMIT 2026-01-02T03:04:05Z passed\n", "has no run on trixie"),
        ("trixie COMMIT\n", "is not a release, a commit, a date and a result"),
        ("trixie COMMIT 2026-01-02T03:04:05Z failed\n", "failed"),
        ("trixie 0123456789012345678901234567890123456789 2026-01-02T03:04:05Z passed\n", "is not in the history"),
    ])
    func recordThatProvesNothingIsRejected(text: String, reason: String) async throws {
        try await Scratch.use { scratch in
            let repository = try await Repository(in: scratch)
            try repository.write(text.replacing("COMMIT", with: repository.tested))
            let outcome = try await repository.outcome()
            #expect(outcome.code == 1 && outcome.errors.contains(reason), "\(outcome)")
            #expect(outcome.errors.contains("Scripts/test-on trixie"), "\(outcome)")
        }
    }

    @Test func missingRecordIsRejected() async throws {
        try await Scratch.use { scratch in
            let outcome = try await Repository(in: scratch).outcome()
            #expect(outcome.code == 1 && outcome.errors.contains("\(Self.record) is missing"), "\(outcome)")
        }
    }

    @Test func recordIsAcceptedForFortyCommits() async throws {
        try await Scratch.use { scratch in
            let repository = try await Repository(in: scratch)
            try repository.write("trixie \(repository.tested) 2026-01-02T03:04:05Z passed\n")
            try await repository.commit(40)
            _ = try await repository.outcome().succeeded()
            try await repository.commit(1)
            let outcome = try await repository.outcome()
            #expect(outcome.code == 1 && outcome.errors.contains("41 commits old"), "\(outcome)")
        }
    }
}
