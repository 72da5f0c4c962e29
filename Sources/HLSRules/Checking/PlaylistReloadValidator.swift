package import HLS
import Media

/// Looks at the states of one media playlist, as a player would that loads it again and again, and says at once what has
/// to be fixed. It has no clock: how soon a state follows another is not looked at.
package struct PlaylistReloadValidator: Sendable {
    /// The newest state.
    package private(set) var last: MediaPlaylist?
    /// How often it has changed.
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

    /// What has to be fixed in a state, which may be the same as before, and was not said before.
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
