import Glibc

/// The memory that this process has allocated and not freed, as reported by its allocator.
enum AllocatorStatistics {
    private typealias Report = @convention(c) (Int32, UnsafeMutablePointer<FILE>?) -> Int32
    /// The function `malloc_info`, which Swift's Glibc module does not export.
    private static let report = dlsym(nil, "malloc_info").map { unsafeBitCast($0, to: Report.self) }

    /// The number of bytes in use; nil when the C library does not provide it.
    static var bytes: Int? {
        guard let report else { return nil }
        var (text, size) = (UnsafeMutablePointer<CChar>?.none, 0)
        guard let stream = open_memstream(&text, &size) else { return nil }
        let failure = report(0, stream)
        fclose(stream)
        defer { free(text) }
        guard failure == 0, let text else { return nil }
        return bytesInUse(in: String(cString: text))
    }

    /// Parses the memory in use: memory from the system minus free blocks. The totals follow the last heap in the
    /// report.
    static func bytesInUse(in report: String) -> Int? {
        guard let sums = report.split(separator: "</heap>").last else { return nil }
        func size(_ line: String) -> Int? {
            guard let place = sums.firstRange(of: line),
                let size = sums[place.upperBound...].firstRange(of: "size=\"")
            else { return nil }
            return Int(sums[size.upperBound...].prefix { $0.isNumber })
        }
        guard let taken = size("<system type=\"current\""), let fast = size("<total type=\"fast\""),
            let rest = size("<total type=\"rest\""), let mapped = size("<total type=\"mmap\"")
        else { return nil }
        return taken - fast - rest + mapped
    }
}
