import Glibc
import HLS

// Parses a playlist repeatedly and prints the cost of one pass:
// PlaylistBenchmark FILE [COUNT]

guard CommandLine.arguments.count > 1, let file = fopen(CommandLine.arguments[1], "r") else {
    print("usage: PlaylistBenchmark FILE [COUNT]")
    exit(64)
}
var bytes: [UInt8] = []
var block = [UInt8](repeating: 0, count: 1 << 20)
while case let count = fread(&block, 1, block.count, file), count > 0 { bytes += block[..<count] }
let repetitions = CommandLine.arguments.count > 2 ? max(1, Int(CommandLine.arguments[2]) ?? 1) : 11

/// Returns the peak resident memory of this process, in bytes.
func peakMemory() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024
}

/// Returns the processor time of this process, in milliseconds.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

// The limits are lifted, because the measured playlists exceed them.
var limits = PlaylistLimits()
(limits.memory, limits.variants) = (.max, .max)
let before = peakMemory()
var times: [Double] = []
var entries = 0
for _ in 0..<repetitions {
    let begin = processorTime()
    switch try Playlist.parse(bytes, limits: limits).playlist {
    case .media(let playlist): entries = playlist.segments.count
    case .multivariant(let playlist): entries = playlist.variants.count
    }
    times.append(processorTime() - begin)
}
let median = times.sorted()[times.count / 2]
print(
    """
    {"bytes": \(bytes.count), "entries": \(entries), "milliseconds": \(median), "memory": \(peakMemory() - before)}
    """)
