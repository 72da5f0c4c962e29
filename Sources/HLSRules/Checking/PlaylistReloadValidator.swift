package import HLS
import Media

/// Validates the states of a media playlist across reloads and reports new violations of requirements immediately.
///
/// It has no clock, so the interval between states is not checked.
package struct PlaylistReloadValidator: Sendable {
    /// The latest state.
    package private(set) var last: MediaPlaylist?
    /// The number of changes.
    package private(set) var changeCount = 0
    private let name: String
    private let profile: ValidationProfile
    private var checker: ReloadChecker
    private var reported: Set<Finding> = []

    package init(_ name: String = "playlist.m3u8", profile: ValidationProfile = .rfc) {
        self.name = name
        self.profile = profile
        checker = ReloadChecker(profile, rules: RuleCatalogue.all.filter { $0 != PlaylistIsUpdatedInTime.self })
    }

    /// Validates a state, which may be unchanged, and returns violations of requirements not reported before.
    package mutating func validate(_ playlist: MediaPlaylist) -> [Finding] {
        if playlist != last { changeCount += 1 }
        last = playlist
        let state = CheckedPlaylist(name: name, bytes: Array(playlist.text.utf8))
        var alone = StateChecker(profile)
        alone.validate(state)
        checker.process(PlaylistObservation(playlist: state, time: .zero))
        let all = alone.log.findings + checker.log.findings
        return all.filter { finding in
            var alone = finding
            alone.count = 1
            return finding.level == .must && reported.insert(alone).inserted
        }
    }
}
