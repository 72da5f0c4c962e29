public import Foundation
package import HLS
import HTTPClient

/// The contents of a multivariant playlist.
public struct AssetPresentation: Sendable, Hashable {
    /// The variants in playlist order.
    public let variants: [AssetVariant]
    /// The selectable renditions in addition to the variant.
    public let mediaSelectionGroups: [MediaSelectionGroup]
    /// Deviations whose meaning is clear, with line and column.
    public let warnings: [String]
    /// The parsed playlist.
    package let playlist: MultivariantPlaylist

    /// Parses a multivariant playlist located at `url`.
    ///
    /// Throws ``AssetInspectionError`` with the position of the error.
    public init(playlist text: String, url: URL? = nil) throws(AssetInspectionError) {
        try self.init(playlist: Array(text.utf8), url: url)
    }

    /// Parses the bytes of a multivariant playlist located at `url`.
    package init(playlist bytes: [UInt8], url: URL?) throws(AssetInspectionError) {
        let parsed: ParsedPlaylist
        do throws(PlaylistProblem) {
            parsed = try Playlist.parse(
                bytes, variables: PlaylistVariables(queryParameters: url?.queryParameters ?? [:]), tolerance: .tolerant,
                isMultivariant: true)
        } catch {
            throw AssetInspectionError(line: error.line, column: error.column, message: error.message)
        }
        guard case .multivariant(let playlist) = parsed.playlist else {
            throw AssetInspectionError(
                line: 1, column: 1, message: "this is a media playlist; the multivariant playlist lists the variants")
        }
        self.init(playlist, url: url, warnings: parsed.warnings.map(\.description))
    }

    package init(_ playlist: MultivariantPlaylist, url: URL?, warnings: [String] = []) {
        self.playlist = playlist
        self.warnings = warnings
        variants = playlist.variants.map { AssetVariant($0, in: playlist, at: url) }
        mediaSelectionGroups = MediaSelectionGroup.groups(of: playlist)
    }

    /// Returns the group with a characteristic; nil if it has no options.
    public func mediaSelectionGroup(for characteristic: MediaSelectionGroup.Characteristic) -> MediaSelectionGroup? {
        mediaSelectionGroups.first { $0.characteristic == characteristic }
    }
}
