public import Foundation
package import HLS
import HTTPClient

/// What a multivariant playlist offers.
public struct AssetPresentation: Sendable, Hashable {
    /// In the order of the playlist.
    public let variants: [AssetVariant]
    /// What there is to choose beside the variant.
    public let mediaSelectionGroups: [MediaSelectionGroup]
    /// What is wrong with the playlist and yet clear, with line and column.
    public let warnings: [String]
    /// The playlist itself.
    package let playlist: MultivariantPlaylist

    /// Reads a multivariant playlist that is at `url`.
    ///
    /// Throws ``AssetInspectionError`` with the place where it is wrong.
    public init(playlist text: String, url: URL? = nil) throws(AssetInspectionError) {
        try self.init(playlist: Array(text.utf8), url: url)
    }

    /// Reads the bytes of a multivariant playlist that is at `url`.
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
                line: 1, column: 1, message: "this is a media playlist; the multivariant playlist has the variants")
        }
        self.init(playlist, url: url, warnings: parsed.warnings.map(\.description))
    }

    package init(_ playlist: MultivariantPlaylist, url: URL?, warnings: [String] = []) {
        self.playlist = playlist
        self.warnings = warnings
        variants = playlist.variants.map { AssetVariant($0, in: playlist, at: url) }
        mediaSelectionGroups = MediaSelectionGroup.groups(of: playlist)
    }

    /// The group of a characteristic; nil where it has no options.
    public func mediaSelectionGroup(for characteristic: MediaSelectionGroup.Characteristic) -> MediaSelectionGroup? {
        mediaSelectionGroups.first { $0.characteristic == characteristic }
    }
}

/// Why a playlist could not be read, and where it is wrong.
public struct AssetInspectionError: Error, Sendable, Hashable, CustomStringConvertible {
    /// From 1.
    public let line: Int
    /// In characters, from 1.
    public let column: Int
    /// What is wrong and what would be right.
    public let message: String

    public var description: String { "\(line):\(column): \(message)" }
}
