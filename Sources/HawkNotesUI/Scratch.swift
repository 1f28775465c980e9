import StateRestoration
extension RestorationSession { func end() async { terminate() } }
