import Mimeograph
import MimeographTree

/// A reader that reads an XML property list into a document, in one pass over one copy of the text.
///
/// Each value becomes a word of the tape (see ``TapeWord``). Unescaped text, decoded Base64 and numbers are stored in place in
/// the copy, because no value is longer than its element. The reader supports the XML that a property list can have: comments,
/// processing instructions, CDATA sections, character references, the five entities of XML itself, and a document type
/// declaration. It never fetches an external definition. It rejects declarations of entities, so that there is nothing to
/// expand.
///
/// Source: XML 1.0 (Fifth Edition); Apple's PropertyList-1.0.dtd.
enum XMLPropertyListReader {
    /// Reads a text that is followed by the padding of a document.
    static func read(_ text: consuming [UInt8], limits: DecodingLimits) throws(PropertyListParseError)
        -> TapeDocument
    {
        try text.document(PropertyListFileFormat.xml.form) { (bytes) throws(PropertyListParseError) in
            let most = limits.elements < Int.max / 2 ? 2 * limits.elements : .max
            let elements = min(XMLTextBlock.startTags(bytes), most)
            // A number may take a second word; the shortest is `<real>1</real>`.
            let capacity = elements + min(elements, bytes.count / 14) + 1
            var parseError: PropertyListParseError?
            let tape = unsafe [UInt64](unsafeUninitializedCapacity: capacity) { buffer, initialized in
                guard let tapeBase = buffer.baseAddress else { return }
                // SAFETY: the scan makes sure of room before it writes a word, and writes each word that it counts.
                var scanner = XMLPropertyListScanner(
                    bytes: bytes,
                    tape: unsafe PropertyListTape(buffer, base: tapeBase),
                    depth: limits.depth,
                    elements: limits.elements
                )
                do throws(PropertyListParseError) { initialized = try scanner.scan() } catch { parseError = error }
            }
            if let parseError { throw parseError }
            return tape
        }
    }
}
