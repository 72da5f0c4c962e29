import Foundation

/// Invalid inputs.
enum Damaged {
    /// The start of a movie, as an interrupted download leaves it.
    static func cut(_ movie: Movie, to share: Double) async throws -> URL {
        let whole = try await movie.file()
        return try await made("cut.\(movie.container)", from: whole, as: "cut \(share)") { data in
            data.prefix(Int(Double(data.count) * share))
        }
    }

    static func garbage() async throws -> URL {
        let whole = try await Movie.small.file()
        return try await made("garbage.mp4", from: whole, as: "garbage") { data in
            // A fixed generator, so that every run reads the same bytes.
            var state: UInt64 = 88_172_645_463_325_252
            return Data(
                data.prefix(100_000).map { _ in
                    state ^= state << 13
                    state ^= state >> 7
                    state ^= state << 17
                    return UInt8(truncatingIfNeeded: state)
                })
        }
    }

    static func encrypted() async throws -> URL {
        let clear = try await Movie.small.file()
        return try await made(
            "encrypted.mp4",
            byFFmpeg: [
                "-i", clear.path, "-c", "copy", "-encryption_scheme", "cenc-aes-ctr",
                "-encryption_key", "76a6c65c5ea762046bd749a2e632ccbb",
                "-encryption_kid", "a7e61c373e219033c21091fa607bf3b8",
            ])
    }

    /// No video frame is a sync sample: the sync sample table is empty.
    static func withoutSyncSamples() async throws -> URL {
        let whole = try await Movie.silent.file()
        return try await made("no-sync-sample.mp4", from: whole, as: "no sync samples") { data in
            var data = data
            guard let box = data.range(of: Data("stss".utf8)) else { throw Unable("this movie has no stss") }
            // The box type is followed by version and flags, then the number of entries.
            data.replaceSubrange(box.upperBound + 4..<box.upperBound + 8, with: [0, 0, 0, 0])
            return data
        }
    }

    /// Subtitles only, without video and audio.
    static func withoutVideoAndAudio() async throws -> URL {
        let text = try await MadeFiles.shared.file("text.srt", madeBy: ["srt 1"]) { part in
            try Data("1\n00:00:00,000 --> 00:00:05,000\nno video, no audio\n".utf8).write(to: part)
        }
        return try await made("text.mp4", byFFmpeg: ["-i", text.path, "-c:s", "mov_text"])
    }

    /// MPEG-2 video and Vorbis in Matroska, which Sluice does not write to fragmented MP4.
    static func uncarried(_ codec: [String], source: String) async throws -> URL {
        try await made("uncarried.mkv", byFFmpeg: ["-f", "lavfi", "-i", source] + codec)
    }
}
