import MimeographSession

private let pins: [KeyPin] = []
