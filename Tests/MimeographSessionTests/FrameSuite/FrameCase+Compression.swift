#if os(Linux)
    // Compression of fields: RFC 7541, and h2spec's hpack and generic/5.
    extension FrameCase {
        /// The index of ":status: 200" in the static table, then a length of 5 whose name has an index there.
        private static let indexed: [UInt8] = [0x88, 0x0F, 0x0D, 0x01, 0x35]
        /// "x-test: h2spec", compressed with Huffman's code.
        private static let huffman: [UInt8] = [0x85, 0xF2, 0xB2, 0x4A, 0x84, 0xFF, 0x84, 0x9C, 0x48, 0xAC, 0xA4]
        private static let plain = ScriptedFrame.text("x-test") + ScriptedFrame.text("h2spec")

        private static func accepted(_ name: String, _ section: String, _ block: [UInt8]) -> FrameCase {
            FrameCase(name, section, .head(block: block), .data("hello"), expect: hello)
        }

        private static func rejected(_ name: String, _ section: String, _ block: [UInt8]) -> FrameCase {
            FrameCase(
                name,
                section,
                .head(block: block),
                .data("hello"),
                expect: .malformed("COMPRESSION_ERROR"),
                .goAway([9])
            )
        }

        static let compression: [FrameCase] = [
            accepted("indexed fields", "7541 §6.1, generic 5/1", indexed + [0x40] + plain + [0xBE]),
            accepted(
                "literals with indexing",
                "7541 §6.2.1, generic 5/2 to 5/5",
                indexed + [0x40] + plain + [0x40] + huffman
            ),
            accepted(
                "literals without indexing",
                "7541 §6.2.2, generic 5/6 to 5/9",
                indexed + [0] + plain + [0] + huffman
            ),
            accepted(
                "literals that are never indexed",
                "7541 §6.2.3, generic 5/10 to 5/13",
                indexed + [0x10] + plain + [0x10] + huffman
            ),
            accepted(
                "updates of the table's size",
                "7541 §6.3, generic 5/14 and 5/15",
                [0x3F, 0x61, 0x3F, 0xE1, 0x1F] + indexed
            ),
            rejected("a literal that ends early", "§4.3, client 4.3/1", indexed + [0x40]),
            rejected("an index that is not in the tables", "7541 §2.3.3, hpack 2.3.3/1", indexed + [0xC6]),
            rejected(
                "a name whose index is not in the tables",
                "7541 §2.3.3, hpack 2.3.3/2",
                indexed + [0x7F, 0x07, 0x00]
            ),
            rejected("the index 0", "7541 §6.1, hpack 6.1/1", indexed + [0x80]),
            rejected(
                "an index of many digits",
                "7541 §5.1",
                indexed + [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F]
            ),
            rejected("an update of the table's size at the end", "7541 §4.2, hpack 4.2/1", indexed + [0x21]),
            rejected(
                "a table larger than the client allows",
                "7541 §6.3, hpack 6.3/1",
                [0x3F, 0xE1, 0xFF, 0xFF, 0x7F] + indexed
            ),
            rejected(
                "padding of more than seven bits",
                "7541 §5.2, hpack 5.2/1",
                indexed + [0, 0x85, 0xF2, 0xB2, 0x4A, 0x84, 0xFF, 0x84, 0x49, 0x50, 0x9F, 0xFF]
            ),
            rejected(
                "padding of zeros",
                "7541 §5.2, hpack 5.2/2",
                indexed + [0, 0x85, 0xF2, 0xB2, 0x4A, 0x84, 0xFF, 0x83, 0x49, 0x50, 0x90]
            ),
            rejected(
                "the symbol for the end of a text",
                "7541 §5.2, hpack 5.2/3",
                indexed + [0, 0x85, 0xF2, 0xB2, 0x4A, 0x84, 0xFF, 0x87, 0x49, 0x51, 0xFF, 0xFF, 0xFF, 0xFA, 0x7F]
            ),
            rejected("a text longer than its block", "7541 §5.2", indexed + [0, 1, 0x78, 0x7F, 0xFF, 0x7F, 0x78]),
        ]
    }
#endif
