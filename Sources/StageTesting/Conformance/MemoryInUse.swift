import Glibc

/// The bytes that this process has asked for and not given back, as its allocator counts them.
enum MemoryInUse {
    private typealias Report = @convention(c) (Int32, UnsafeMutablePointer<FILE>?) -> Int32
    /// `malloc_info`, which Swift's view of the C library leaves out.
    private static let report = dlsym(nil, "malloc_info").map { unsafeBitCast($0, to: Report.self) }

    /// The bytes; nil where the C library cannot tell.
    static var bytes: Int? {
        guard let report else { return nil }
        var (text, size) = (UnsafeMutablePointer<CChar>?.none, 0)
        guard let stream = open_memstream(&text, &size) else { return nil }
        let failure = report(0, stream)
        fclose(stream)
        defer { free(text) }
        guard failure == 0, let text else { return nil }
        return inUse(String(cString: text))
    }

    /// What is taken from the system and lies in no list of free blocks; the last lines of the report are the sums.
    static func inUse(_ report: String) -> Int? {
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
