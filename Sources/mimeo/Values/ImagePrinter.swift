import Mimeograph
import MimeographImage

/// A printer that shows facts about an image, and the picture itself on a terminal with enough colors.
struct ImagePrinter {
    /// The colors.
    let style: Style
    /// The size of a terminal that shows 24-bit colors, or nil to show facts only.
    let canvas: Terminal.Size?

    func write(_ image: Image, to writer: any ByteWriter) {
        var text = ""
        for (name, value) in facts(image) {
            text += style.text(name + ":", .key) + " \(VisibleText(value))\n"
        }
        writer.write(text)
        if let canvas { writer.write(picture(image, canvas)) }
    }

    private func facts(_ image: Image) -> [(String, String)] {
        var facts = [("size", "\(image.width) by \(image.height) pixels"), ("pixels", "\(image.format)")]
        if let source = image.source { facts.insert(("format", source.name), at: 0) }
        if image.frames.count > 1 {
            let durations = image.frames.compactMap(\.duration)
            let total = durations.reduce(Duration.zero, +)
            let time = durations.isEmpty ? "" : ", \(total) in total"
            facts.append(("frames", "\(image.frames.count)\(time)"))
        }
        if image.isPartial { facts.append(("partial", "some pixels are missing")) }
        let metadata = image.metadata
        if metadata.orientation != .up { facts.append(("orientation", "\(metadata.orientation)")) }
        if let resolution = metadata.resolution {
            if let (across, down) = resolution.perInch {
                facts.append(("resolution", "\(Int(across + 0.5)) by \(Int(down + 0.5)) pixels per inch"))
            } else {
                facts.append(("pixel ratio", "\(Int(resolution.horizontal)) to \(Int(resolution.vertical))"))
            }
        }
        if let gamma = metadata.gamma { facts.append(("gamma", "\(gamma)")) }
        if metadata.isSRGB { facts.append(("colors", "sRGB")) }
        if let profile = metadata.iccProfile { facts.append(("profile", "\(profile.count) bytes")) }
        if let exif = metadata.exif { facts.append(("Exif", "\(exif.count) bytes")) }
        for text in metadata.texts { facts.append((VisibleText(text.keyword).description, text.value)) }
        return facts
    }

    /// Draws the picture in half blocks: each character is two pixels, one above the other. Transparent pixels show the
    /// terminal's background.
    private func picture(_ image: Image, _ canvas: Terminal.Size) -> String {
        // One line is left for the prompt, and one for the line above the picture.
        let (columns, rows) = (max(1, canvas.columns), max(2, (canvas.rows - 2) * 2))
        let byWidth = columns * max(image.width, image.height) / image.width
        let byHeight = rows * max(image.width, image.height) / image.height
        let small = image.firstFrame.upright().fitting(maxPixelSize: max(1, min(byWidth, byHeight))).converted(
            to: .rgba8
        )
        var text = ""
        for y in stride(from: 0, to: small.height, by: 2) {
            for x in 0..<small.width {
                let upper = color(small, x, y)
                let lower = y + 1 < small.height ? color(small, x, y + 1) : nil
                switch (upper, lower) {
                case (nil, nil): text += "\u{1B}[0m "
                case (let upper?, nil): text += "\u{1B}[0;38;2;\(upper)m▀"
                case (nil, let lower?): text += "\u{1B}[0;38;2;\(lower)m▄"
                case (let upper?, let lower?): text += "\u{1B}[38;2;\(upper);48;2;\(lower)m▀"
                }
            }
            text += "\u{1B}[0m\n"
        }
        return text
    }

    /// Returns the color of a pixel in the terminal's notation, or nil if its alpha is below one half.
    private func color(_ image: Image, _ x: Int, _ y: Int) -> String? {
        let at = y * image.bytesPerRow + x * 4
        let pixels = image.pixels
        return pixels[at + 3] < 128 ? nil : "\(pixels[at]);\(pixels[at + 1]);\(pixels[at + 2])"
    }
}
