/// An allocator, which has no effect: memory is allocated by the library.
public struct CFAllocator: Sendable {
    init() {}
}
