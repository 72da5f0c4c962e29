import Media
import StageKit
import Synchronization

/// The start of a file whose times are relative to the first timestamp of all tracks.
///
/// It is known after decoding only: a stream that begins inside a group of pictures has frames that no decoder outputs,
/// and some decoders of audio omit the first packet.
struct DecodedStart: Sendable, Hashable {
    /// The timestamp that is time zero, in nanoseconds.
    let origin: Int64
    /// The timestamp of the first video frame, in nanoseconds; nil without video.
    let video: Int64?

    /// Decodes the start of a file as a run that delivers `tracks` does. Nil if the container defines the origin of times,
    /// or if the start cannot be decoded, which a run reports.
    init?(of input: DemuxedInput, _ tracks: TrackSelection) async {
        // The times of MP4 follow from its edit lists.
        if FileInput.isMovie(input.path) { return nil }
        var input = input
        input.tracks = tracks
        let first = FirstFrames()
        guard let origin = try? await DemuxedDecode(input).decodeStart(first) else { return nil }
        self.origin = origin
        video = first.videoTime.map { origin + $0 }
    }
}

/// Accepts frames until the first one of video, or of audio if there is no video.
private final class FirstFrames: Outlet {
    private let state = Mutex<(video: Track.ID?, time: Int64?)>((nil, nil))

    /// The time of the first video frame in nanoseconds.
    var videoTime: Int64? { state.withLock { $0.time } }

    func send(_ messages: [Message<Frame>]) async throws {}
    func onRequest(_ handler: @escaping @Sendable (UpstreamRequest) -> Void) {}

    func offer(_ message: Message<Frame>) -> Bool {
        state.withLock { state in
            switch message {
            case .track(let track):
                if track.mediaType == .video, state.video == nil { state.video = track.id }
                return true
            case .payload(let frame):
                guard let video = state.video else { return false }
                guard frame.track == video else { return true }
                state.time = frame.presentationTime.nanoseconds
                return false
            case .end(let track): return track != state.video
            default: return true
            }
        }
    }
}
