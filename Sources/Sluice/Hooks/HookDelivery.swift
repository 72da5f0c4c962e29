/// A way to deliver events.
protocol HookDelivery: Sendable {
    /// Delivers an event. Throws when the recipient does not accept it within the timeout.
    func deliver(_ event: HookEvent) async throws(HookFailure)
}
