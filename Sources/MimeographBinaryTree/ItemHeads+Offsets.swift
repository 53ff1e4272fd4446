import MimeographTree

// Only errors need offsets, so scans do not record them. To find an offset, the items of the tape are counted. The heads in the
// body have the same order, so as many heads lead to the offset.
extension ItemHeads {
    /// Returns the offset in a body of the first byte of the key or value at an index of its tape; nil if there is none.
    ///
    /// For the MessagePack `93 01 A1 61 C0`, the value at index 2 is the string at offset 2. The value at index 3 is the nil at
    /// offset 4.
    func offset(of index: Int, in document: TapeDocument, _ body: Span<UInt8>) -> Int? {
        guard index >= 0, index < document.tape.count else { return nil }
        var current = 0
        var items = 0
        while true {
            let next = current + width(ofItemAt: current, in: document, body)
            if next > index { return offset(ofItem: items, in: body) }
            current = next
            items += 1
        }
    }

    /// Returns the number of words of an item, without the items that it contains.
    private func width(ofItemAt index: Int, in document: TapeDocument, _ body: Span<UInt8>) -> Int {
        guard let (kind, _, content) = document.extended(at: index) else { return document.word(at: index).width }
        switch kind {
        // The array of keys and values, and the data, have no heads.
        case .pairs, .ext: return 3
        case .tag:
            // The bytes of a bignum may be those after an integer's head.
            let word = document.word(at: content)
            guard word.has(.data), word.payload == 8, word.offset > 0, word.offset <= body.count else { return 2 }
            let head = heads[Int(body[word.offset - 1])]
            return head.kind == .scalar && head.numberSize == 8 ? 3 : 2
        // Lists and notes occur only in formats of texts.
        case .simple, .uid, .list, .note: return 2
        }
    }

    /// Returns the offset of an item, by its number in a body that was parsed before.
    private func offset(ofItem item: Int, in body: Span<UInt8>) -> Int? {
        var offset = 0
        var left = item
        var isAtBeginning = true
        var isInChunks = false
        while offset < body.count {
            let head = heads[Int(body[offset])]
            let content = offset + 1 + Int(head.numberSize)
            guard content <= body.count else { return nil }
            var number: UInt64 = 0
            for index in offset + 1..<content { number = number << 8 | UInt64(body[index]) }
            var isItem = !isInChunks
            switch head.kind {
            case .chunks: isInChunks = true
            case .end:
                isItem = false
                isInChunks = false
            case .tag where isAtBeginning && number + UInt64(head.count) == selfDescription: isItem = false
            default: break
            }
            if isItem {
                if left == 0 { return offset }
                left -= 1
                isAtBeginning = false
            }
            offset = content
            if head.kind == .content {
                let (count, overflows) = number.addingReportingOverflow(UInt64(head.count))
                if overflows || count > UInt64(body.count - content) { return nil }
                offset += Int(count)
            }
        }
        return nil
    }
}
