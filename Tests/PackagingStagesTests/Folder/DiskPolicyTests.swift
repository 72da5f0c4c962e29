import Testing

@testable import PackagingStages

/// Reactions to low disk space without a quota: only the reserve counts.
@Suite struct DiskPolicyTests {
    private func policy(_ whenLow: DiskPolicy.WhenLow) -> DiskPolicy {
        DiskPolicy(quota: nil, reserve: 100, whenLow: whenLow)
    }

    @Test func playlistsShrinkBeforeTheReserveIsUsed() {
        var policy = policy(.shrink)
        #expect(policy.decide(total: 1000, leaving: 0, free: 200) == DiskPolicy.Decision())
        #expect(policy.decide(total: 1000, leaving: 0, free: 150) == DiskPolicy.Decision(release: 50))
        // Files that await removal make space by themselves.
        #expect(policy.decide(total: 1000, leaving: 30, free: 150) == DiskPolicy.Decision(release: 20))
    }

    @Test func filesAwaitingRemovalAreRemovedEarlyForTheReserve() {
        var policy = policy(.shrink)
        #expect(policy.decide(total: 1000, leaving: 300, free: 60) == DiskPolicy.Decision(removeEarly: 40))
        #expect(policy.decide(total: 1000, leaving: 50, free: 60) == DiskPolicy.Decision(release: 90, removeEarly: 40))
    }

    /// The size of all files is unknown without a journal.
    @Test func playlistsShrinkWithoutAJournal() {
        var policy = policy(.shrink)
        #expect(policy.decide(total: 0, leaving: 0, free: 150) == DiskPolicy.Decision(release: 50))
        #expect(policy.decide(total: 0, leaving: 20, free: 90) == DiskPolicy.Decision(release: 90, removeEarly: 10))
    }

    @Test func playlistsDoNotShrinkForFilesOfOthers() {
        var policy = policy(.shrink)
        #expect(policy.decide(total: 80, leaving: 0, free: 101).release == 0)
        for _ in 0..<8 { #expect(policy.decide(total: 80, leaving: 0, free: 0) == DiskPolicy.Decision()) }
        #expect(policy.decide(total: 80, leaving: 0, free: 0).failure?.contains("disk reserve of 100B") == true)
    }

    @Test func configuredFailureIsImmediate() {
        var policy = policy(.fail)
        #expect(policy.decide(total: 1000, leaving: 300, free: 100) == DiskPolicy.Decision())
        #expect(policy.decide(total: 1000, leaving: 300, free: 99).failure != nil)
    }
}
