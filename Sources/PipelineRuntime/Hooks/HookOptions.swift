public import Media
public import StageKit

/// The options of a hook: the recipient of events, and the limits of its calls.
public struct HookOptions: StageOptions {
    public var url = ""
    public var command: [String] = []
    public var events = HookEventKind.allCases.filter { $0 != .segmentPublished }
    public var secret = Secret()
    public var authorities = ""
    public var timeout = MediaTime.seconds(10)
    public var retries = 5
    public var queue = 256
    public var concurrency = 1

    public init() {}

    public static var fields: [OptionField<HookOptions>] {
        [
            .option("url", \.url, "URL that receives each event as JSON by POST."),
            .option(
                "command", \.command,
                "Program and arguments, run without a shell for each event, which is on standard input as JSON."),
            .option("events", \.events, "Events to send."),
            .option(
                "secret", \.secret,
                "Key of the signature in Sluice-Signature: HMAC-SHA256 of the time stamp, a full stop and the body."),
            .option("ca", \.authorities, "PEM file with trusted certificate authorities; replaces the system's."),
            .option(
                "timeout", \.timeout, in: .seconds(1) ... .seconds(600),
                "Timeout of a call. A command that exceeds it is killed."),
            .option(
                "retries", \.retries, in: 0...20,
                "Maximum number of repetitions of a failed call, after 1 s, 2 s, 4 s and so on, at most 30 s."),
            .option(
                "queue", \.queue, in: 1...10_000,
                "Maximum number of waiting events. Beyond it, the oldest is dropped and counted."),
            .option(
                "concurrency", \.concurrency, in: 1...16,
                "Maximum number of simultaneous calls; with 1, events arrive in order."),
        ]
    }

    /// The reason why the options contradict each other; nil if they do not.
    package var contradiction: String? {
        if url.isEmpty == command.isEmpty { return "requires either 'url' or 'command'" }
        if url.isEmpty, !secret.isEmpty || !authorities.isEmpty { return "'secret' and 'ca' require 'url'" }
        if !secret.isEmpty, secret.value.utf8.count < 16 { return "'secret' has fewer than 16 characters" }
        if events.isEmpty { return "'events' is empty" }
        return command.first?.isEmpty == true ? "'command' has no program" : nil
    }
}
