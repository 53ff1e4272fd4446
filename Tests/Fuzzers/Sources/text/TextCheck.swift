import FuzzerSupport
import Mimeograph
import MimeographText

/// Decodes bytes as one encoding, under both policies, and compares with the standard library if it supports the encoding.
struct TextCheck {
    let input: [UInt8]
    let encoding: TextEncoding

    func run() {
        let replaced = transcoded(.replace)
        let refused = transcoded(.refuse)
        guard encoding.isSupported else {
            require(replaced == nil && refused == nil, "\(encoding) has no table, but is decoded")
            return
        }
        guard let replaced else { disagree("\(encoding): decoding fails instead of replacing invalid bytes") }
        require(replaced.count <= 3 * input.count, "\(encoding): \(input.count) bytes became \(replaced.count)")
        require(String(validating: replaced, as: UTF8.self) != nil, "\(encoding): the result is not UTF-8")
        if let refused { require(refused == replaced, "\(encoding): the policies decode valid bytes differently") }
        if let oracle = oracle() {
            let text = String(decoding: replaced, as: UTF8.self)
            require(
                text.unicodeScalars.elementsEqual(oracle.unicodeScalars),
                "\(encoding): the text is \(text.debugDescription), expected \(oracle.debugDescription)"
            )
        }
    }

    private func transcoded(_ policy: TextDecoding.InvalidSequencePolicy) -> [UInt8]? {
        do throws(SerializationError) {
            return try TextDecoding.transcodeToUTF8(input.span, from: encoding, onInvalid: policy)
        } catch {
            require(error, fits: input, codes: [.invalidText, .unsupportedCharset])
            require(encoding.isSupported == (error.code == .invalidText), "\(encoding): the wrong error: \(error)")
            return nil
        }
    }

    /// Returns the text as the standard library decodes it; nil if it does not know the encoding, or replaces differently.
    private func oracle() -> String? {
        switch encoding {
        case .utf8: String(decoding: withoutMark([0xEF, 0xBB, 0xBF]), as: UTF8.self)
        case .utf16LittleEndian: utf16(withoutMark([0xFF, 0xFE])) { UInt16($1) << 8 | UInt16($0) }
        case .utf16BigEndian: utf16(withoutMark([0xFE, 0xFF])) { UInt16($0) << 8 | UInt16($1) }
        default: nil
        }
    }

    private func withoutMark(_ mark: [UInt8]) -> ArraySlice<UInt8> {
        input.starts(with: mark) ? input.dropFirst(mark.count) : input[...]
    }

    /// Decodes UTF-16. An odd byte at the end is an incomplete unit, which adds one replacement character, so the result is nil.
    private func utf16(_ bytes: ArraySlice<UInt8>, unit: (UInt8, UInt8) -> UInt16) -> String? {
        guard bytes.count.isMultiple(of: 2) else { return nil }
        let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
        return String(decoding: units, as: UTF16.self)
    }
}
