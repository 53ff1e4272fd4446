import Mimeograph

extension JPEGHeader {
    /// What the segments say beside the pixels, of that as much as there is room for.
    ///
    /// - Parameters:
    ///   - bytes: What the outline was made of.
    ///   - most: The most bytes that are kept.
    func metadata(_ bytes: Span<UInt8>, atMost most: Int) -> ImageMetadata {
        var room = max(0, most)
        func copy(_ place: Range<Int>) -> [UInt8]? {
            guard place.count <= room else { return nil }
            room -= place.count
            return [UInt8](bytes.extracting(place))
        }
        var metadata = ImageMetadata(resolution: resolution, orientation: orientation)
        metadata.exif = exif.flatMap(copy)
        metadata.iccProfile = wholeProfile(bytes, &room)
        for place in comments where room > 0 {
            guard let comment = copy(place) else { break }
            // The standard gives comments no encoding; what is no UTF-8 is read as ISO 8859-1, which all bytes are.
            let text = String(validating: comment, as: UTF8.self) ?? Latin1.string(comment)
            metadata.texts.append(ImageText("Comment", text))
        }
        return metadata
    }

    /// The pieces put together; nil where one is missing or there twice.
    private func wholeProfile(_ bytes: Span<UInt8>, _ room: inout Int) -> [UInt8]? {
        guard let count = profile.first?.of, profile.count == count, profile.allSatisfy({ $0.of == count }) else {
            return nil
        }
        let ordered = profile.sorted { $0.number < $1.number }
        let size = profile.reduce(0) { $0 + $1.place.count }
        guard ordered.enumerated().allSatisfy({ Int($0.element.number) == $0.offset + 1 }), size <= room else {
            return nil
        }
        room -= size
        var whole: [UInt8] = []
        whole.reserveCapacity(size)
        for piece in ordered { whole += [UInt8](bytes.extracting(piece.place)) }
        return whole
    }
}
