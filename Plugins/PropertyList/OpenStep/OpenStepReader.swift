import Mimeograph

/// Reads a property list in the text form of OpenStep, also as the members of a dictionary without its braces, which is how
/// files of localised strings are written. A text of nothing but space and comments is such a dictionary without members.
///
/// Source: CFOldStylePList.c of CoreFoundation.
enum OpenStepReader {
    /// Reads a text that has the padding of a document after it.
    static func read(_ text: consuming [UInt8], limits: DecodingLimits) throws(PropertyListParseError)
        -> PropertyListDocument
    {
        var bytes = text
        var tape: [UInt64] = []
        // The standard library's calls do not take typed errors, so the fault travels as a value.
        var fault: PropertyListParseError?
        unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            // SAFETY: the text has the padding that PropertyListBytes asks for, and is exclusively ours in this closure.
            let bytes = unsafe PropertyListBytes(buffer, base: base)
            var scanner = OpenStepScanner(bytes: bytes, depth: limits.depth, elements: limits.elements)
            do throws(PropertyListParseError) {
                try scanner.scan()
                tape = scanner.tape
            } catch {
                fault = error
            }
        }
        if let fault { throw fault }
        return PropertyListDocument(bytes: bytes, tape: tape, format: .openStep)
    }
}
