package import Media

/// A stream that is not demultiplexed, or another program.
package struct UncarriedStream: Sendable, Hashable {
    package var pid: Int
    /// The name of the coding, such as "DVB teletext".
    package var name: String
    package var mediaType: MediaType?
    package var reason: Reason
    /// The number of PES packets or sections that were not read.
    package var packetCount = 0

    package enum Reason: Sendable, Hashable {
        /// Samples of this coding cannot be carried.
        case coding
        /// The stream is scrambled.
        case scrambled
        /// The samples are encrypted with SAMPLE-AES.
        case sampleEncrypted
        /// The stream starts after the probed part of the file, or after a change of the program map.
        case late
        /// No format could be determined, for example because there are no parameter sets.
        case unknownFormat
        /// The program map contains the stream, but it has no packets.
        case absent
    }
}
