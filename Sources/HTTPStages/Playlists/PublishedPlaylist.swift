import HLS
import Media
import Synchronization

/// One state of a playlist and everything that is sent of it: each form is made once and shared by all who ask.
final class PublishedPlaylist: Sendable {
    /// What of a playlist is sent.
    enum Form: Hashable, CaseIterable {
        case whole
        case delta
        case deltaWithoutDateRanges
    }

    private struct Made {
        var forms: [Form: ByteSlice] = [:]
        var compressed: [Form: ByteSlice] = [:]
        /// Forms in which nothing could be left out.
        var same: Set<Form> = []
    }

    /// The playlist; nil for multivariant playlists and those that cannot be read.
    let media: MediaPlaylist?
    /// How far it is; nil where `media` is.
    let edge: PlaylistEdge?
    let history: DateRangeHistory
    private let made: Mutex<Made>

    /// The state that `text` says, which comes after `previous`.
    init(text: ByteSlice, after previous: PublishedPlaylist?) {
        let parsed = try? Playlist.parse(text.bytes, tolerance: .tolerant)
        var history = previous?.history ?? DateRangeHistory()
        if case .media(let playlist)? = parsed?.playlist {
            media = playlist
            edge = PlaylistEdge(playlist)
            history.add(playlist, boundary: playlist.serverControl?.canSkipUntil ?? .zero)
        } else {
            media = nil
            edge = nil
        }
        self.history = history
        made = Mutex(Made(forms: [.whole: text]))
    }

    /// The form that the directives ask for, if the playlist offers it.
    func form(for directives: DeliveryDirectives) -> Form {
        guard let media, media.serverControl?.canSkipUntil != nil, !media.hasEndList else { return .whole }
        let wanted: Form
        switch directives.skip {
        case nil: return .whole
        case .segments: wanted = .delta
        case .segmentsAndDateRanges:
            wanted = media.serverControl?.canSkipDateRanges == true ? .deltaWithoutDateRanges : .delta
        }
        return made.withLock { make(wanted, &$0) == nil } ? .whole : wanted
    }

    /// The bytes of a form, compressed where that was asked for and makes them fewer.
    func body(_ form: Form, isCompressed: Bool) -> (bytes: ByteSlice, isCompressed: Bool) {
        made.withLock { made in
            // The whole text is there from the beginning.
            let plain = make(form, &made) ?? make(.whole, &made)!
            guard isCompressed else { return (plain, false) }
            if let known = made.compressed[form] { return (known, known.count < plain.count) }
            let smaller = gzip(plain) ?? plain
            made.compressed[form] = smaller.count < plain.count ? smaller : plain
            return smaller.count < plain.count ? (smaller, true) : (plain, false)
        }
    }

    private func make(_ form: Form, _ made: inout Made) -> ByteSlice? {
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
