import AVFoundationCompatibility
import Observation
import Synchronization
import Testing

/// The observable properties, in place of key-value observing.
@Suite struct WriterObservationTests {
    private final class Flag: Sendable {
        private let value = Mutex(false)
        var isSet: Bool { value.withLock { $0 } }
        func set() { value.withLock { $0 = true } }
    }

    /// Returns a flag that is set when a property changes the next time.
    private func change(of read: () -> Void) -> Flag {
        let flag = Flag()
        withObservationTracking(read) { flag.set() }
        return flag
    }

    @Test func readinessStatusAndPassesAreObservable() async throws {
        let folder = try WritingFolder()
        let writer = try AVAssetWriter(url: folder.url("movie.mp4"), fileType: .mp4)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: TestMedia.videoSettings)
        let other = AVAssetWriterInput(mediaType: .audio, outputSettings: TestMedia.audioSettings)
        input.performsMultiPassEncodingIfSupported = false
        writer.add(input)
        writer.add(other)
        let (writing, pass) = (change { _ = writer.status }, change { _ = input.currentPassDescription })
        #expect(writer.startWriting() && writing.isSet && pass.isSet)
        let ready = change { _ = input.isReadyForMoreMediaData }
        #expect(!ready.isSet)
        writer.startSession(atSourceTime: .zero)
        #expect(ready.isSet && input.isReadyForMoreMediaData)

        // The video input waits for audio, and becomes ready when audio arrives.
        let unready = change { _ = input.isReadyForMoreMediaData }
        var index = 0
        while input.isReadyForMoreMediaData {
            if input.append(try TestMedia.frame(index)) { index += 1 }
            await Task.yield()
            if index > 30 { break }
        }
        while input.isReadyForMoreMediaData { await Task.yield() }
        #expect(unready.isSet)
        let again = change { _ = input.isReadyForMoreMediaData }
        for block in 0..<10 where other.isReadyForMoreMediaData { #expect(other.append(try TestMedia.tone(block))) }
        other.markAsFinished()
        while !input.isReadyForMoreMediaData { await Task.yield() }
        #expect(again.isSet)

        let ended = change { _ = writer.status }
        await writer.finishWriting()
        #expect(ended.isSet && writer.status == .completed)
    }

    @Test func observationsEndWaitingForTheStatus() async throws {
        let folder = try WritingFolder()
        let writer = try AVAssetWriter(url: folder.url("movie.mp4"), fileType: .mp4)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: TestMedia.videoSettings)
        writer.add(input)
        let seen = Task {
            var result: [AVAssetWriter.Status] = []
            for await status in Observations({ writer.status }) {
                result.append(status)
                if status == .completed || status == .failed { break }
            }
            return result
        }
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        #expect(input.append(try TestMedia.frame(0)))
        await writer.finishWriting()
        #expect(await seen.value.last == .completed)
    }
}
