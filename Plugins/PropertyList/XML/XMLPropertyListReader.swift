import Mimeograph
import MimeographTree

/// Reads an XML property list into a document, in one pass over one copy of the text.
///
/// Elements that stand for a value become a word of the tape each (see ``TapeWord``). Text is unescaped, Base64
/// decoded and numbers are stored where they lie in the copy, because no value is longer than its element. Of XML it reads
/// what a property list can have: comments, processing instructions, CDATA sections, character references and the five
/// entities of XML itself, and a document type declaration, of which nothing is ever fetched. A declaration of entities is
/// refused, so that there is nothing to expand.
///
/// Source: XML 1.0 (Fifth Edition); Apple's PropertyList-1.0.dtd.
enum XMLPropertyListReader {
    /// Reads a text that has the padding of a document after it.
    static func read(_ text: consuming [UInt8], limits: DecodingLimits) throws(PropertyListParseError)
        -> TapeDocument
    {
        var bytes = text
        var tape: [UInt64] = []
        // The standard library's calls do not take typed errors, so the parse error travels as a value.
        var parseError: PropertyListParseError?
        unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            // SAFETY: the text has the padding that PropertyListBytes asks for, and is exclusively ours in this closure.
            let bytes = unsafe PropertyListBytes(buffer, base: base)
            let most = limits.elements < Int.max / 2 ? 2 * limits.elements : .max
            let elements = min(XMLTextBlock.startTags(bytes), most)
            // A number may take a second word; the shortest is `<real>1</real>`.
            let capacity = elements + min(elements, bytes.count / 14) + 1
            tape = unsafe [UInt64](unsafeUninitializedCapacity: capacity) { buffer, initialized in
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
        }
        if let parseError { throw parseError }
        return TapeDocument(bytes: bytes, tape: tape, form: PropertyListFileFormat.xml.form)
    }
}
