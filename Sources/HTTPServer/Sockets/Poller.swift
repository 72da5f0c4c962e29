import CEpoll
import Glibc

/// Waits for socket readiness; `wake()` interrupts the wait from any thread.
final class Poller: Sendable {
    struct Event {
        var id: UInt64
        var events: UInt32
        /// Whether the connection is lost.
        var isLost: Bool { events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 }
        var isReadable: Bool { events & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue) != 0 }
        var isWritable: Bool { events & EPOLLOUT.rawValue != 0 }
    }

    static let reading = EPOLLIN.rawValue | EPOLLRDHUP.rawValue
    static let writing = EPOLLOUT.rawValue

    /// The identifier of the wake pipe's events.
    private static let waker = UInt64.max
    /// The maximum number of events of one wait.
    private static let maxEvents = 256
    private let descriptor: Int32
    private let wakeEnds: (read: Int32, write: Int32)

    /// Returns nil if the process has no descriptor left.
    init?() {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        var ends: [Int32] = [-1, -1]
        guard descriptor >= 0, pipe(&ends) == 0 else { return nil }
        for end in ends { setNonBlocking(end) }
        wakeEnds = (ends[0], ends[1])
        watch(ends[0], id: Self.waker, Self.reading)
    }

    deinit {
        close(descriptor)
        close(wakeEnds.read)
        close(wakeEnds.write)
    }

    func watch(_ file: Int32, id: UInt64, _ events: UInt32) { control(EPOLL_CTL_ADD, file, id, events) }
    func change(_ file: Int32, id: UInt64, _ events: UInt32) { control(EPOLL_CTL_MOD, file, id, events) }
    func remove(_ file: Int32) { control(EPOLL_CTL_DEL, file, 0, 0) }

    private func control(_ operation: Int32, _ file: Int32, _ id: UInt64, _ events: UInt32) {
        var event = epoll_event(events: events, data: epoll_data_t(u64: id))
        epoll_ctl(descriptor, operation, file, &event)
    }

    /// Interrupts the current wait, or the next one if no wait is in progress.
    func wake() {
        var byte: UInt8 = 1
        _ = write(wakeEnds.write, &byte, 1)
    }

    /// Waits until a descriptor is ready, at most for the given time, and calls `body` for each ready descriptor.
    func wait(milliseconds: Int32, _ body: (Event) -> Void) {
        withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: Self.maxEvents) { events in
            // Annotated as never null since glibc 2.41, so that it is not optional there.
            guard let start = events.baseAddress else { return }
            let count = epoll_wait(descriptor, start, Int32(events.count), milliseconds)
            guard count > 0 else { return }
            for event in events[..<Int(count)] {
                if event.data.u64 == Self.waker {
                    drainWaker()
                } else {
                    body(Event(id: event.data.u64, events: event.events))
                }
            }
        }
    }

    private func drainWaker() {
        var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        withUnsafeMutableBytes(of: &bytes) { bytes in
            while read(wakeEnds.read, bytes.baseAddress, bytes.count) > 0 {}
        }
    }
}

/// Makes a descriptor non-blocking and close-on-exec.
func setNonBlocking(_ file: Int32) {
    _ = fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK)
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
}
