extension Duration {
    /// The duration in nanoseconds, rounded toward zero. Saturates at the limits of `Int64`.
    @inlinable public var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }

    /// The duration in seconds, for display and for statistics.
    @inlinable package var seconds: Double { self / .seconds(1) }
}
