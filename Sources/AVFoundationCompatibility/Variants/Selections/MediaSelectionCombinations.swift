import AssetDownloading

extension AVMediaSelection {
    private static let combinationLimit = 10_000

    /// The combinations of one option of each group; none of a group that allows an empty selection comes first.
    static func combinations(of groups: [MediaSelectionGroup], of asset: AVAsset) -> [AVMediaSelection] {
        var combinations: [[MediaSelectionGroup.Characteristic: MediaSelectionOption]] = [[:]]
        for group in groups {
            let choices: [MediaSelectionOption?] = (group.allowsEmptySelection ? [nil] : []) + group.options
            var extended: [[MediaSelectionGroup.Characteristic: MediaSelectionOption]] = []
            for combination in combinations {
                for choice in choices where extended.count < combinationLimit {
                    var next = combination
                    next[group.characteristic] = choice
                    extended.append(next)
                }
            }
            combinations = extended
        }
        return combinations.map { AVMediaSelection(asset, $0) }
    }
}
