import Foundation
import Glibc

/// The figures of the process that Prometheus clients export.
struct ProcessFigures: Sendable {
    /// Processor time in seconds.
    var processorSeconds = 0.0
    var residentBytes = 0.0
    var virtualBytes = 0.0
    var openFiles = 0.0
    var maxFiles = 0.0

    /// Reads the current figures.
    init() {
        var usage = rusage()
        if getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 {
            processorSeconds = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
        }
        if let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) {
            let pages = text.split(separator: " ").prefix(2).compactMap { Double($0) }
            let size = Double(sysconf(Int32(_SC_PAGESIZE)))
            if pages.count == 2 { (virtualBytes, residentBytes) = (pages[0] * size, pages[1] * size) }
        }
        openFiles = Double((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0)
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 { maxFiles = Double(limit.rlim_cur) }
    }

    private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

    /// The families.
    func families(startTime: Double) -> [MetricFamily] {
        func family(_ family: MetricFamily, _ value: Double) -> MetricFamily {
            var family = family
            family.add([], value)
            return family
        }
        return [
            family(
                MetricFamily("process_cpu_seconds", .counter, unit: "seconds", "User and system processor time."),
                processorSeconds),
            family(
                MetricFamily("process_resident_memory_bytes", .gauge, unit: "bytes", "Resident memory."),
                residentBytes),
            family(
                MetricFamily("process_virtual_memory_bytes", .gauge, unit: "bytes", "Virtual memory."), virtualBytes),
            family(MetricFamily("process_open_fds", .gauge, "Open file descriptors."), openFiles),
            family(MetricFamily("process_max_fds", .gauge, "Maximum number of open file descriptors."), maxFiles),
            family(
                MetricFamily(
                    "process_start_time_seconds", .gauge, unit: "seconds", "Start of the process since 1970."),
                startTime),
        ]
    }
}
