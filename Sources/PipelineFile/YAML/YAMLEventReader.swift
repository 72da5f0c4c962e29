import CYAML

/// One parse event of a YAML text.
struct YAMLEvent {
    enum Content {
        case scalar(String, isQuoted: Bool)
        case listStart
        case listEnd
        case mappingStart
        case mappingEnd
        case alias(String)
        case documentStart
        case streamEnd
        /// An event without content, such as the end of a document.
        case other
    }

    var content: Content
    var anchor: String?
    var tag: String?
    var start: YAMLMark
    var end: YAMLMark
}

/// The parse events of a YAML text, in order.
final class YAMLEventReader {
    private let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    private let input: UnsafeMutableBufferPointer<UInt8>

    init(_ text: String) {
        let bytes = Array(text.utf8)
        input = .allocate(capacity: bytes.count + 1)
        _ = input.initialize(from: bytes + [0])
        guard yaml_parser_initialize(parser) == 1 else { preconditionFailure("libyaml has no memory for a parser") }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, input.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        input.deallocate()
    }

    func next() throws(YAMLFailure) -> YAMLEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw failure }
        defer { yaml_event_delete(&event) }
        return YAMLEvent(event)
    }

    private var failure: YAMLFailure {
        let state = parser.pointee
        let isUnreadable = state.error == YAML_READER_ERROR || state.error == YAML_MEMORY_ERROR
        return YAMLFailure(
            problem: state.problem.map { String(cString: $0) } ?? "the text cannot be read",
            mark: isUnreadable ? nil : YAMLMark(state.problem_mark),
            byteOffset: Int(clamping: state.problem_offset),
            context: state.context.map { (String(cString: $0), YAMLMark(state.context_mark)) })
    }
}

extension YAMLEvent {
    fileprivate init(_ event: yaml_event_t) {
        self.init(content: .other, start: YAMLMark(event.start_mark), end: YAMLMark(event.end_mark))
        switch event.type {
        case YAML_SCALAR_EVENT:
            let scalar = event.data.scalar
            let value = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
            content = .scalar(value, isQuoted: scalar.style != YAML_PLAIN_SCALAR_STYLE)
            (anchor, tag) = (text(scalar.anchor), text(scalar.tag))
        case YAML_SEQUENCE_START_EVENT:
            content = .listStart
            (anchor, tag) = (text(event.data.sequence_start.anchor), text(event.data.sequence_start.tag))
        case YAML_MAPPING_START_EVENT:
            content = .mappingStart
            (anchor, tag) = (text(event.data.mapping_start.anchor), text(event.data.mapping_start.tag))
        case YAML_ALIAS_EVENT: content = .alias(text(event.data.alias.anchor) ?? "")
        case YAML_SEQUENCE_END_EVENT: content = .listEnd
        case YAML_MAPPING_END_EVENT: content = .mappingEnd
        case YAML_DOCUMENT_START_EVENT: content = .documentStart
        case YAML_STREAM_END_EVENT: content = .streamEnd
        default: break
        }
    }
}

private func text(_ bytes: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    bytes.map { String(cString: $0) }
}
