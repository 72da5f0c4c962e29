import HLS
import HTTPServer
import Media
import Synchronization

/// One state of a playlist, with its delta updates and compressed forms. Each form is rendered once and shared by all
/// clients.
final class PublishedPlaylist: Sendable {
    /// The serialized forms of a playlist.
    enum Form: Hashable, CaseIterable {
        case full
        case delta
        case deltaWithoutDateRanges
    }

    private struct RenderedForms {
        var forms: [Form: ByteSlice] = [:]
        var compressed: [Form: ByteSlice] = [:]
        /// Forms that omit nothing and therefore equal the whole playlist.
        var same: Set<Form> = []
    }

    /// The playlist; nil for multivariant playlists and for text that is not a playlist.
    let media: MediaPlaylist?
    /// The live edge; nil if `media` is nil.
    let edge: LiveEdge?
    /// Whether players repeat requests for the playlist while they play: a media playlist with more than keyframes.
    var hasViewers: Bool { media?.isIFramesOnly == false }
    let history: DateRangeHistory
    private let rendered: Mutex<RenderedForms>

    /// Creates the state that follows `previous`.
    init(_ delivered: DeliveredPlaylist, after previous: PublishedPlaylist?) {
        var history = previous?.history ?? DateRangeHistory()
        if case .media(let playlist)? = delivered.playlist {
            media = playlist
            edge = LiveEdge(playlist)
            history.add(playlist, boundary: playlist.serverControl?.canSkipUntil ?? .zero)
        } else {
            media = nil
            edge = nil
        }
        self.history = history
        rendered = Mutex(RenderedForms(forms: [.full: delivered.text]))
    }

    /// Returns the form that the directives request, or `.full` if the playlist does not offer it.
    func form(for directives: DeliveryDirectives) -> Form {
        guard let media, media.serverControl?.canSkipUntil != nil, !media.hasEndList else { return .full }
        let wanted: Form
        switch directives.skip {
        case nil: return .full
        case .segments: wanted = .delta
        case .segmentsAndDateRanges:
            wanted = media.serverControl?.canSkipDateRanges == true ? .deltaWithoutDateRanges : .delta
        }
        return rendered.withLock { make(wanted, &$0) == nil } ? .full : wanted
    }

    /// Returns the bytes of a form, compressed if requested and if compression makes them smaller.
    func body(_ form: Form, isCompressed: Bool) -> (bytes: ByteSlice, isCompressed: Bool) {
        rendered.withLock { made in
            // `.full` is set by the initializer, so the second lookup cannot fail.
            let plain = make(form, &made) ?? make(.full, &made)!
            guard isCompressed else { return (plain, false) }
            if let known = made.compressed[form] { return (known, known.count < plain.count) }
            let smaller = gzip(plain) ?? plain
            made.compressed[form] = smaller.count < plain.count ? smaller : plain
            return smaller.count < plain.count ? (smaller, true) : (plain, false)
        }
    }

    private func make(_ form: Form, _ made: inout RenderedForms) -> ByteSlice? {
        if let known = made.forms[form] { return known }
        if made.same.contains(form) { return nil }
        let update =
            form == .delta ? media?.deltaUpdate() : media?.deltaUpdate(skippingDateRangesOf: history)
        guard let update else {
            made.same.insert(form)
            return nil
        }
        let bytes = ByteSlice(copying: Array(update.text.utf8))
        made.forms[form] = bytes
        return bytes
    }
}
