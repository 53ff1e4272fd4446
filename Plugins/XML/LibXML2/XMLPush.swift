import CMimeographXML
import Mimeograph

/// The push parser of libxml2: it reads UTF-8 in pieces, and produces events or subtrees.
@safe
final class XMLPush {
    private let push: OpaquePointer
    private let rules: XMLTree.Rules
    /// The names so far, by number.
    private var names: [XMLEventName] = []
    /// Long strings of names, by their addresses, so that names share them. The last one is also kept separately.
    private var texts: [UInt: String] = [:]
    private var lastText: (address: UInt, text: String) = (0, "")
    /// The encoding in the document's declaration.
    private let declaredEncoding: String?
    /// Whether an element has been reported.
    private var isPastProlog = false

    // SAFETY, for all of this class: the parser is made in `init` and freed in `deinit`. Its results are read before it is used
    // again, with the counts that it returns. Strings passed to it end with a zero and are copied. Strings from it also end with
    // a zero.

    /// - Throws: ``SerializationError/Code/limitExceeded`` if there is not enough memory.
    init(
        rules: XMLTree.Rules,
        declaredEncoding: String?,
        selecting path: XMLSubtreePath?
    ) throws(SerializationError) {
        _ = XMLLibrary.isReady
        self.rules = rules
        self.declaredEncoding = declaredEncoding
        var limits = rules.libraryLimits
        guard let push = unsafe mimeograph_xml_push_make(&limits, Int64(max(0, rules.limits.inputBytes))) else {
            throw XMLPush.memoryError(rules)
        }
        unsafe self.push = unsafe push
        guard let path else { return }
        for step in path.steps {
            let isAnywhere: Int32 = path.isAnywhere ? 1 : 0
            guard unsafe mimeograph_xml_push_select(push, step.localName, step.namespace, isAnywhere) != 0 else {
                throw XMLPush.memoryError(rules)
            }
        }
    }

    deinit { unsafe mimeograph_xml_push_free(push) }

    private static func memoryError(_ rules: XMLTree.Rules) -> SerializationError {
        var report = mimeograph_xml_report()
        report.failure = MIMEOGRAPH_XML_MEMORY
        return XMLReport(report).error(at: nil, rules: rules)
    }

    /// Parses bytes, and returns how many it has parsed, or 0 after a failure. Call ``removeEvents()`` or ``removeSubtrees(_:)``
    /// after each call.
    func feed(_ bytes: Span<UInt8>) -> Int {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            return unsafe mimeograph_xml_push_feed(push, start, buffer.count)
        }
    }

    /// Ends the text; returns false after a failure.
    func finish() -> Bool { unsafe mimeograph_xml_push_finish(push) != 0 }

    /// The error for the failure.
    var error: SerializationError {
        let report = unsafe mimeograph_xml_push_report(push)
        return XMLReport(report).error(at: location(report.offset, report.line, report.column), rules: rules)
    }

    /// Returns a location in the body, including its byte order mark.
    private func location(_ offset: Int64, _ line: Int64, _ column: Int64) -> SourceLocation {
        let mark = rules.markLength
        return SourceLocation(
            offset: max(0, Int(offset)) + mark,
            line: max(1, Int(line)),
            column: max(1, Int(column)) + (line <= 1 ? mark : 0)
        )
    }

    /// Passes the completed documents to a closure, and removes them.
    func removeSubtrees(_ body: (XMLTree, SourceLocation) throws(SerializationError) -> Void) throws(SerializationError)
    {
        var count = 0
        guard let first = unsafe mimeograph_xml_push_subtrees(push, &count), count > 0 else { return }
        var trees: [(XMLTree, SourceLocation)] = []
        for index in 0..<count {
            let subtree = unsafe first[index]
            let location = unsafe self.location(subtree.offset, subtree.line, subtree.column)
            unsafe trees.append((XMLTree(owning: subtree.document), location))
        }
        // The trees own the documents from here on, even if `body` throws.
        unsafe mimeograph_xml_push_drop_subtrees(push)
        for (tree, location) in trees { try body(tree, location) }
    }

    /// Removes and returns the events so far; nil if there are none.
    func removeEvents() -> XMLEventBatch? {
        let found = unsafe mimeograph_xml_push_remove_events(push)
        guard unsafe found.event_count > 0 else { return nil }
        learnNames()
        let prolog = unsafe prolog(of: found)
        return unsafe XMLEventBatch(owning: found, names: names, markLength: rules.markLength, prolog: prolog)
    }

    /// Returns the prolog, as far as these events report it.
    private func prolog(of batch: mimeograph_xml_batch) -> XMLEventBatch.Prolog {
        var prolog = XMLEventBatch.Prolog()
        guard !isPastProlog, let events = unsafe batch.events else { return prolog }
        for index in unsafe 0..<batch.event_count {
            switch unsafe events[index].kind {
            case MIMEOGRAPH_XML_EVENT_START_DOCUMENT: prolog.declaration = declaration
            case MIMEOGRAPH_XML_EVENT_DOCUMENT_TYPE: prolog.documentType = documentType
            case MIMEOGRAPH_XML_EVENT_START:
                isPastProlog = true
                return prolog
            default: break
            }
        }
        return prolog
    }
}

extension XMLPush {
    /// Makes strings for new names.
    private func learnNames() {
        var count = 0
        guard let first = unsafe mimeograph_xml_push_names(push, &count) else { return }
        while names.count < count {
            let name = unsafe first[names.count]
            let uri = unsafe text(name.uri)
            var local = unsafe text(name.local) ?? ""
            var prefix = unsafe text(name.prefix)
            if let bound = prefix, uri == nil, unsafe name.local != nil {
                // A prefix that is not bound is part of the name.
                local = "\(bound):\(local)"
                prefix = nil
            }
            names.append(XMLEventName(local: local, prefix: prefix, uri: uri))
        }
    }

    private func text(_ bytes: UnsafePointer<UInt8>?) -> String? {
        guard let bytes = unsafe bytes else { return nil }
        // A short string is stored inline, so sharing has no benefit.
        for index in 0..<16 where unsafe bytes[index] == 0 { return unsafe XMLTreeNode.string(bytes) }
        let address = UInt(bitPattern: bytes)
        if address == lastText.address { return lastText.text }
        let text = unsafe texts[address] ?? XMLTreeNode.string(bytes)
        texts[address] = text
        lastText = (address, text)
        return text
    }

    private var declaration: XML.Event.Declaration {
        let prolog = unsafe mimeograph_xml_push_prolog(push)
        let version = unsafe XMLTreeNode.string(prolog.version)
        let standalone = unsafe prolog.standalone
        return XML.Event.Declaration(
            version: version.isEmpty ? "1.0" : version,
            encoding: declaredEncoding,
            isStandalone: standalone < 0 ? nil : standalone == 1
        )
    }

    private var documentType: XML.DocumentType {
        let prolog = unsafe mimeograph_xml_push_prolog(push)
        return unsafe XML.DocumentType(
            name: XMLTreeNode.string(prolog.type_name),
            publicID: prolog.type_public_id.map { unsafe String(cString: $0) },
            systemID: prolog.type_system_id.map { unsafe String(cString: $0) }
        )
    }
}
