import CPCRE2

/// A regular expression that has to match a whole text, with a limit on the cost of matching.
struct RegularPattern: Sendable {
    /// The reason why a pattern is invalid.
    struct Problem: Error {
        /// The position in the pattern, in characters from 0.
        var offset: Int
        var message: String
    }

    /// Owns the compiled pattern.
    private final class Code: Sendable {
        // Safe because PCRE2 never changes a compiled pattern, and only `deinit` frees it.
        nonisolated(unsafe) let pointer: OpaquePointer

        init(_ pointer: OpaquePointer) { self.pointer = pointer }

        deinit { pcre2_code_free_8(pointer) }
    }

    private let code: Code

    /// Compiles a pattern in PCRE2's syntax.
    init(_ text: String, ignoresCase: Bool = false) throws(Problem) {
        let context = pcre2_compile_context_create_8(nil)
        defer { pcre2_compile_context_free_8(context) }
        pcre2_set_parens_nest_limit_8(context, UInt32(PredicateLimits.depth))
        pcre2_set_newline_8(context, UInt32(PCRE2_NEWLINE_ANY))
        var options = PCRE2_UTF | PCRE2_UCP | PCRE2_DOLLAR_ENDONLY | PCRE2_NEVER_BACKSLASH_C
        if ignoresCase { options |= PCRE2_CASELESS }
        var (problem, offset): (CInt, Int) = (0, 0)
        let pointer = text.withCString { pattern in
            pattern.withMemoryRebound(to: UInt8.self, capacity: text.utf8.count) {
                pcre2_compile_8($0, text.utf8.count, options, &problem, &offset, context)
            }
        }
        guard let pointer else {
            let prefix = String(decoding: text.utf8.prefix(offset), as: UTF8.self)
            throw Problem(offset: prefix.count, message: Self.message(problem))
        }
        code = Code(pointer)
    }

    private static func message(_ problem: CInt) -> String {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
            let count = pcre2_get_error_message_8(problem, buffer.baseAddress, buffer.count)
            return String(decoding: buffer.prefix(max(0, Int(count))), as: UTF8.self)
        }
    }

    /// Whether the whole text matches; false as well where that takes more than ``PredicateLimits/matchSteps``.
    func matches(_ text: String) -> Bool {
        guard text.count <= PredicateLimits.text else { return false }
        let (context, data) = (pcre2_match_context_create_8(nil), pcre2_match_data_create_8(1, nil))
        defer {
            pcre2_match_context_free_8(context)
            pcre2_match_data_free_8(data)
        }
        guard let context, let data else { return false }
        pcre2_set_match_limit_8(context, PredicateLimits.matchSteps)
        pcre2_set_heap_limit_8(context, PredicateLimits.matchMemory)
        let result = text.withCString { subject in
            subject.withMemoryRebound(to: UInt8.self, capacity: text.utf8.count) {
                pcre2_match_8(
                    code.pointer, $0, text.utf8.count, 0, PCRE2_ANCHORED | PCRE2_ENDANCHORED, data, context)
            }
        }
        return result >= 0
    }
}
