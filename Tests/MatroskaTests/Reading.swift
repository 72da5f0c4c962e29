import Media

@testable import Matroska

/// All samples of a file.
struct Reading {
    var demultiplexer: MatroskaDemultiplexer
    var samples: [Sample] = []

    init(_ bytes: [UInt8]) throws(MatroskaError) { try self.init(ByteSlice(copying: bytes)) }

    init(_ content: ByteSlice) throws(MatroskaError) {
        demultiplexer = try MatroskaDemultiplexer(content)
        while let next = demultiplexer.read(1 << 20) { samples += next }
    }

    func samples(of number: UInt32) -> [Sample] { samples.filter { $0.track.rawValue == number } }
    func counts(_ number: UInt32 = 1) -> TrackCounts? { demultiplexer.counts(of: Track.ID(rawValue: number)) }
}
