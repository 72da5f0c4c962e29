import Foundation
import Testing

/// The display size and the rotation that containers declare reach RESOLUTION and the video.
@Suite struct DisplayTests {
    /// The changes of a movie of 320x180 pixels, and its display size.
    private static let changes: [(name: String, isTurned: Bool, size: String)] = [
        ("width in tkhd", false, "640x180"), ("matrix in tkhd", true, "180x320"), ("matrix in mvhd", true, "180x320"),
        ("both matrices", false, "320x180"),
    ]

    /// The number of bytes from the start of the box's type to its matrix (version 0).
    private static let matrices = [("tkhd", 4 + 4 + 20 + 16), ("mvhd", 4 + 4 + 16 + 16)]

    static func changed(_ data: Data, _ change: String) -> Data {
        var data = data
        let quarter: [Int32] = [0, 0x1_0000, 0, -0x1_0000, 0, 0, 0, 0, 0x4000_0000]
        func write(_ values: [Int32], _ box: String, _ offset: Int) {
            guard let start = data.range(of: Data(box.utf8))?.lowerBound else { return }
            for (index, value) in values.enumerated() {
                for byte in 0..<4 {
                    data[start + offset + 4 * index + byte] = UInt8(truncatingIfNeeded: value >> (24 - 8 * Int32(byte)))
                }
            }
        }
        if change == "width in tkhd" {
            write([640 << 16], "tkhd", matrices[0].1 + 36)
            // Without a pixel aspect ratio in the sample entry.
            if let box = data.range(of: Data("pasp".utf8)) { data.replaceSubrange(box, with: Data("free".utf8)) }
        }
        if change == "matrix in tkhd" || change == "both matrices" { write(quarter, "tkhd", matrices[0].1) }
        let opposite: [Int32] = [0, -0x1_0000, 0, 0x1_0000, 0, 0, 0, 0, 0x4000_0000]
        if change == "matrix in mvhd" { write(quarter, "mvhd", matrices[1].1) }
        if change == "both matrices" { write(opposite, "mvhd", matrices[1].1) }
        return data
    }

    private func resolution(_ movie: URL, _ options: [String], _ scratch: Scratch) async throws -> String {
        let output = scratch.file("out-\(UUID().uuidString)")
        _ = try await scratch.command(["segment", movie.path, output.path] + options).run().succeeded()
        let list = try String(contentsOf: Presentation(folder: output).multivariantURL, encoding: .utf8)
        let found = try #require(list.firstMatch(of: /STREAM-INF:.*RESOLUTION=(\d+x\d+)/)).1
        _ = try await scratch.sluice("validate", output.appending(path: "index.m3u8").path).succeeded()
        return String(found)
    }

    @Test(arguments: changes)
    func displaySizeOfMoviesIsPublished(_ change: String, _ isTurned: Bool, _ size: String) async throws {
        try await Scratch.use { scratch in
            let movie = try await made("\(change.replacing(" ", with: "-")).mp4", from: Movie.small.file(), as: change)
            {
                Self.changed($0, change)
            }
            #expect(try await resolution(movie, [], scratch) == size)
            #expect(try await resolution(movie, ["--encode", "video"], scratch) == size)
        }
    }

    /// The size and the display size in pixels, and the roll in degrees, of Matroska.
    @Test(
        arguments: [
            ([0x54b0: 640], nil, "640x180"), ([0x54bb: 20, 0x54aa: 20], nil, "320x140"), ([:], -90, "180x320"),
            ([:], 180, "320x180"), ([0x54b0: 640], 90, "180x640"),
        ] as [([UInt32: UInt64], Double?, String)])
    func displaySizeOfMatroskaIsPublished(
        _ settings: [UInt32: UInt64], _ roll: Double?, _ size: String
    ) async throws {
        try await Scratch.use { scratch in
            let movie = try await made(
                "display.mkv", from: Movie.matroska.file(), as: "\(settings.sorted { $0.key < $1.key }) \(roll ?? 0)"
            ) { Self.changed($0, settings, roll: roll) }
            #expect(try await resolution(movie, [], scratch) == size)
            // Turned pixels are narrow instead of wide.
            let encoded = try await resolution(movie, ["--encode", "video"], scratch)
            #expect(try Self.aspect(encoded) == Self.aspect(size), "\(encoded)")
        }
    }

    private static func aspect(_ size: String) throws -> Double {
        let numbers = size.split(separator: "x").compactMap { Double($0) }
        return try #require(numbers.first) / #require(numbers.last)
    }

    /// Returns a file with other elements in its video settings.
    static func changed(_ data: Data, _ settings: [UInt32: UInt64], roll: Double?) -> Data {
        var more = settings.flatMap { id, value in
            MatroskaEdit.element(id, withUnsafeBytes(of: value.bigEndian) { Array($0) })
        }
        if let roll {
            let angle = MatroskaEdit.element(0x7675, withUnsafeBytes(of: roll.bitPattern.bigEndian) { Array($0) })
            more += MatroskaEdit.element(0x7670, angle)
        }
        return MatroskaEdit(data).addingToVideo(more)
    }
}
