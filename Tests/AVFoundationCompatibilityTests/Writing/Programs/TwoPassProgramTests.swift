import AVFoundationCompatibility
import Synchronization
import Testing

/// Encoding in several passes, with the blocks of the reference.
@Suite struct TwoPassProgramTests {
    private final class Counter: Sendable {
        private let value = Mutex(0)
        var count: Int { value.withLock { $0 } }
        @discardableResult func add() -> Int {
            value.withLock { value in
                value += 1; return value
            }
        }
        func reset() { value.withLock { $0 = 0 } }
    }

    @Test func encoderRequestsTheFramesASecondTime() async throws {
        let folder = try WritingFolder()
        let temporary = folder.url("statistics")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        let writer = try AVAssetWriter(outputURL: folder.url("movie.mp4"), fileType: .mp4)
        writer.directoryForTemporaryFiles = temporary
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: TestMedia.videoSettings)
        input.performsMultiPassEncodingIfSupported = true
        writer.add(input)
        #expect(input.currentPassDescription == nil && !input.canPerformMultiplePasses)
        #expect(writer.startWriting(), "\(String(describing: writer.error))")
        #expect(input.canPerformMultiplePasses)
        writer.startSession(atSourceTime: .zero)

        let (passes, frame, statistics) = (Counter(), Counter(), Counter())
        let group = DispatchGroup()
        group.enter()
        let queue = DispatchQueue(label: "passes")
        input.respondToEachPassDescription(on: queue) {
            guard let pass = input.currentPassDescription else {
                input.markAsFinished()
                group.leave()
                return
            }
            passes.add()
            let range = pass.sourceTimeRanges[0].timeRangeValue
            if range.start != .zero || range.duration != .positiveInfinity { return group.leave() }
            frame.reset()
            input.requestMediaDataWhenReady(on: queue) {
                while input.isReadyForMoreMediaData {
                    if frame.count == 100 { return input.markCurrentPassAsFinished() }
                    guard let buffer = try? TestMedia.frame(frame.count), input.append(buffer) else {
                        input.markAsFinished()
                        return group.leave()
                    }
                    frame.add()
                    let files = try? FileManager.default.contentsOfDirectory(atPath: temporary.path)
                    if files?.isEmpty == false { statistics.add() }
                }
            }
        }
        await group.finished()
        await writer.finishWriting()
        #expect(writer.status == .completed, "\(String(describing: writer.error))")
        #expect(passes.count == 2 && input.currentPassDescription == nil)
        #expect(statistics.count > 0)
        let frames = try folder.probe(
            "movie.mp4", "-select_streams", "v", "-count_frames", "-show_entries", "stream=nb_read_frames")
        #expect(frames == ["100"])
    }

    @Test func passesAndRealTimeExcludeEachOther() throws {
        let folder = try WritingFolder()
        let writer = try AVAssetWriter(outputURL: folder.url("movie.mp4"), fileType: .mp4)
        let input = AVAssetWriterInput(mediaType: .video, outputSettings: TestMedia.videoSettings)
        input.expectsMediaDataInRealTime = true
        input.performsMultiPassEncodingIfSupported = true
        #expect(!writer.canAdd(input))
        writer.add(input)
        #expect(!writer.startWriting())
        #expect((writer.error as? AVError)?.code == .incorrectlyConfigured)
    }
}
