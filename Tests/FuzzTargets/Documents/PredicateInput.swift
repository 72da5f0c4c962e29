import AssetDownloading

/// Predicates on variants. The text before the first zero byte is a predicate, the text after it an argument.
enum PredicateInput {
    private static let presentation = try? AssetPresentation(
        playlist: """
            #EXTM3U
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",CHANNELS="6",URI="a.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=2000000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,AUDIO="a"
            v.m3u8
            """)

    static func read(_ input: [UInt8]) {
        let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        guard let format = parts.first else { return }
        let argument = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : "a.*b"
        let arguments: [any PredicateArgument] = [argument, 1000, 2.5, true, ["x", argument]]
        for count in [0, 1, 2, 5] {
            do throws(VariantPredicateError) {
                let predicate = try VariantPredicate(
                    format: String(decoding: format, as: UTF8.self), argumentArray: Array(arguments.prefix(count)))
                _ = predicate.description
                for variant in presentation?.variants ?? [] { _ = predicate.evaluate(with: variant) }
            } catch {
                _ = error.description
            }
        }
    }
}
