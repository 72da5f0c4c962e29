import CExpat
import CExpatLibraries
import ContentProtection
import Glibc

/// An XML document whose text is in protected memory, since it may contain keys.
///
/// Documents with a document type declaration are rejected, so that there are no entities.
struct XMLDocument {
    /// The maximum size of a document in bytes.
    static let maximumSize = 1 << 20
    static let maximumDepth = 32
    static let maximumElements = 20_000

    let root: XMLElement
    private let memory: ProtectedMemory

    /// Parses a document. Throws if it is not well-formed, or exceeds a limit.
    init(_ bytes: UnsafeRawBufferPointer) throws(ProtectionError) {
        guard bytes.count <= Self.maximumSize else {
            throw .keyFile("the XML document exceeds \(Self.maximumSize) bytes")
        }
        guard let memory = ProtectedMemory(count: max(1, bytes.count)),
            let area = ProtectedMemory(count: 8 * bytes.count + (1 << 18)), let start = area.bytes.baseAddress,
            let parser = sluice_xml_parser(start, area.bytes.count)
        else { throw .noMemory }
        defer { withExtendedLifetime(area) { sluice_xml_release() } }
        let builder = XMLBuilder(parser, memory)
        XML_SetUserData(parser, Unmanaged.passUnretained(builder).toOpaque())
        XML_SetElementHandler(parser, startElement, endElement)
        XML_SetCharacterDataHandler(parser, appendText)
        XML_SetStartDoctypeDeclHandler(parser, rejectDocumentType)
        let status = withExtendedLifetime(builder) {
            XML_Parse(parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count), 1)
        }
        let line = sluice_xml_line(parser)
        if let problem = builder.problem { throw .keyFile("\(problem) (in line \(line) of the XML document)") }
        guard status == XML_STATUS_OK, let root = builder.root else {
            let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "it is empty"
            throw .keyFile("invalid XML in line \(line): \(reason)")
        }
        (self.root, self.memory) = (root, memory)
    }

    /// Calls `body` with the bytes of an element's text. The pointer is valid only during the call.
    func withText<Result>(of element: XMLElement, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withExtendedLifetime(memory) { body(UnsafeRawBufferPointer(rebasing: memory.bytes[element.text])) }
    }

    /// Returns the text of an element that is not secret, without white space around it.
    func text(of element: XMLElement) -> String {
        withText(of: element) { bytes in
            let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0d).contains(byte) }
            guard let first = bytes.firstIndex(where: { !isSpace($0) }),
                let last = bytes.lastIndex(where: { !isSpace($0) })
            else { return "" }
            return String(decoding: bytes[first...last], as: UTF8.self)
        }
    }
}

/// Builds the elements of a document from the events of the parser.
private final class XMLBuilder {
    let parser: XML_Parser
    private let memory: ProtectedMemory
    private var open: [XMLElement] = []
    private var elementCount = 0
    private var textCount = 0
    private(set) var root: XMLElement?
    private(set) var problem: String?

    init(_ parser: XML_Parser, _ memory: ProtectedMemory) {
        self.parser = parser
        self.memory = memory
    }

    func start(_ name: String, _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
        elementCount += 1
        guard open.count < XMLDocument.maximumDepth else {
            return stop("elements are nested more than \(XMLDocument.maximumDepth) times")
        }
        guard elementCount <= XMLDocument.maximumElements else {
            return stop("there are more than \(XMLDocument.maximumElements) elements")
        }
        var element = XMLElement()
        (element.namespace, element.name) = Self.split(name)
        element.text = textCount..<textCount
        var next = attributes
        while let pair = next, let key = pair[0], let value = pair[1] {
            let name = String(cString: key)
            if !name.contains("|") { element.attributes[name] = String(cString: value) }
            next = pair + 2
        }
        open.append(element)
    }

    func end() {
        guard var element = open.popLast() else { return }
        element.text = element.text.lowerBound..<textCount
        if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
    }

    func append(_ bytes: UnsafeRawBufferPointer) {
        guard problem == nil else { return }
        // References such as '&lt;' are longer than their characters, so the text is not longer than the document.
        guard bytes.count <= memory.bytes.count - textCount else { return stop("the text is too long") }
        UnsafeMutableRawBufferPointer(rebasing: memory.bytes[textCount..<textCount + bytes.count])
            .copyMemory(from: bytes)
        textCount += bytes.count
    }

    func stop(_ problem: String) {
        self.problem = self.problem ?? problem
        XML_StopParser(parser, 0)
    }

    /// Splits the parser's form of a name: namespace, `|`, name.
    private static func split(_ name: String) -> (String, String) {
        guard let mark = name.lastIndex(of: "|") else { return ("", name) }
        return (String(name[..<mark]), String(name[name.index(after: mark)...]))
    }
}

private func builder(_ data: UnsafeMutableRawPointer?) -> XMLBuilder? {
    data.map { Unmanaged<XMLBuilder>.fromOpaque($0).takeUnretainedValue() }
}

private func startElement(
    _ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
) {
    if let name { builder(data)?.start(String(cString: name), attributes) }
}

private func endElement(_ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?) { builder(data)?.end() }

private func appendText(_ data: UnsafeMutableRawPointer?, _ text: UnsafePointer<XML_Char>?, _ count: Int32) {
    builder(data)?.append(UnsafeRawBufferPointer(start: text, count: Int(count)))
}

private func rejectDocumentType(
    _ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<XML_Char>?, _ system: UnsafePointer<XML_Char>?,
    _ public: UnsafePointer<XML_Char>?, _ hasSubset: Int32
) {
    builder(data)?.stop("a document type declaration is not allowed")
}
