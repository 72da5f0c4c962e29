import AssetWriting
import Media
import Observation
import ScriptedMedia
import Synchronization
import Testing

/// Properties that `Observable` replaces key-value observing for.
@Suite struct ObservationTests {
    private final class Flag: Sendable {
        private let value = Mutex(false)
        var isSet: Bool { value.withLock { $0 } }
        func set() { value.withLock { $0 = true } }
    }

    /// Returns a flag that is set when a property that `read` reads changes the next time.
    private func change(of read: () -> Void) -> Flag {
        let flag = Flag()
        withObservationTracking(read) { flag.set() }
        return flag
    }

    @Test func changesOfStatusReadinessAndPassAreReported() async throws {
        let script = Script.video(frames: 90, rate: (30, 1), syncEvery: 30)
        let (writer, inputs, _) = Script.writer(for: [script])
        let (status, pass) = (change { _ = writer.status }, change { _ = inputs[0].currentPassDescription })
        try #require(writer.startWriting())
        #expect(status.isSet && pass.isSet)
        let readiness = change { _ = inputs[0].isReadyForMoreMediaData }
        #expect(!readiness.isSet)
        writer.startSession(atSourceTime: .zero)
        #expect(readiness.isSet)
        let unchanged = change { _ = inputs[0].isReadyForMoreMediaData }
        for sample in script.samples { #expect(inputs[0].append(sample)) }
        #expect(!unchanged.isSet)
        let end = change { _ = writer.error }
        await writer.finishWriting()
        #expect(unchanged.isSet && end.isSet && writer.status == .completed)
    }

    /// A multiplexed input becomes unready by its own append and ready by an append of the other input.
    @Test func readinessOfInterleavedInputsIsReported() throws {
        let video = Script.video(frames: 1200, rate: (30, 1), syncEvery: 30)
        let audio = Script.audio(packets: 1800, rate: 48_000, priming: 0)
        let (writer, inputs, _) = Script.writer(for: [video, audio], interval: .indefinite)
        try #require(writer.begin())
        let full = change { _ = inputs[0].isReadyForMoreMediaData }
        var samples = video.samples[...]
        while inputs[0].isReadyForMoreMediaData, let sample = samples.popFirst() { #expect(inputs[0].append(sample)) }
        #expect(full.isSet && !samples.isEmpty)
        let ready = change { _ = inputs[0].isReadyForMoreMediaData }
        for sample in audio.samples[..<100] { #expect(inputs[1].append(sample)) }
        #expect(ready.isSet && inputs[0].isReadyForMoreMediaData)
        writer.cancelWriting()
    }
}
