import ISOMedia
import Media

/// The output of `sluice inspect` for movie files and segments.
struct MovieInspection {
    private let limits: BoxTree.Limits
    private let isJSON: Bool
    private let listsSamples: Bool
    private let initialization: ByteSlice?

    init(arguments: Arguments, initialization: ByteSlice?) {
        limits = arguments.has("all") || arguments.has("diff") ? .everything : BoxTree.Limits()
        isJSON = arguments.has("json")
        listsSamples = arguments.has("samples")
        self.initialization = initialization
    }

    /// Prints the boxes or the samples of a file.
    func show(_ content: ByteSlice, _ path: String) async -> ExitCode {
        if let streams = StreamInspection(content, listsSamples: listsSamples), !streams.isMP3File {
            streams.show(path, isJSON: isJSON)
            return .done
        }
        if let container = await ContainerDisplay(content, path: path, listsSamples: listsSamples) {
            return container.show(isJSON: isJSON)
        }
        guard isMovie(content, path) else { return .runFailed }
        if listsSamples { return showSamples(content, path) }
        if isJSON {
            Console.write(JSONText.text(BoxTreeJSON(BoxTree(content, limits: limits), file: path)))
        } else {
            Console.write(BoxDump(limits: limits).text(of: content))
            if let movie = try? MovieFile(reading: content) { Console.write(ChapterLines(movie.chapters).text) }
        }
        return .done
    }

    /// Returns whether a file has boxes, as segments and damaged movies do, and prints an error otherwise.
    private func isMovie(_ content: ByteSlice, _ path: String) -> Bool {
        do throws(MovieFileError) {
            _ = try MovieFile(reading: content)
        } catch {
            guard error != .notAMovie, error != .empty else {
                Console.error(
                    "error: '\(path)' is neither a playlist nor a known media file; only MP4 and QuickTime files "
                        + "can be compared\n")
                return false
            }
        }
        return true
    }

    private func showSamples(_ content: ByteSlice, _ path: String) -> ExitCode {
        do throws(MovieFileError) {
            var listing = try SampleListing(of: content, initialization: initialization)
            if isJSON {
                var samples: [SampleJSON] = []
                while let entry = listing.next() { samples.append(SampleJSON(entry)) }
                let tracks = listing.tracks.map {
                    SampleTrackJSON(track: $0.id, timescale: $0.timescale, codec: $0.codec)
                }
                let json = SampleListingJSON(file: path, tracks: tracks, samples: samples, problems: listing.problems)
                Console.write(JSONText.text(json))
            } else {
                var table = SampleTable(Console.write)
                table.show(listing)
            }
            return .done
        } catch {
            Console.error("error: '\(path)': \(error)\n")
            return .runFailed
        }
    }

    /// Prints the differences. The exit code is 1 if there are any.
    func compare(_ contents: [ByteSlice], _ paths: [String]) -> ExitCode {
        guard contents.indices.allSatisfy({ isMovie(contents[$0], paths[$0]) }) else { return .invalidFile }
        var difference = FileDifference(
            BoxTree(contents[0], limits: limits), BoxTree(contents[1], limits: limits))
        let listings = contents.map { try? SampleListing(of: $0, initialization: initialization) }
        if let first = listings[0], let second = listings[1] {
            difference.addSamples(first, of: contents[0], second, of: contents[1])
        }
        if isJSON { showJSON(difference, paths) } else { showText(difference) }
        return difference.isEmpty ? .done : .runFailed
    }

    private func showText(_ difference: FileDifference) {
        var lines = difference.entries.map { entry in
            switch (entry.first, entry.second) {
            case (let first?, nil): "- \(entry.place): \(first)"
            case (nil, let second?): "+ \(entry.place): \(second)"
            case (let first, let second): "~ \(entry.place): \(first ?? "") → \(second ?? "")"
            }
        }
        if difference.omitted > 0 { lines.append("… \(difference.omitted) more") }
        Console.write(lines.map { $0 + "\n" }.joined())
    }

    private func showJSON(_ difference: FileDifference, _ paths: [String]) {
        let entries = difference.entries.map {
            DifferenceJSON.Entry(place: $0.place, first: $0.first, second: $0.second)
        }
        let json = DifferenceJSON(
            first: paths[0], second: paths[1], differences: entries, omitted: difference.omitted)
        Console.write(JSONText.text(json))
    }
}
