/// The colors of the style sheet in high contrast, laid over those that it names.
package enum HighContrastSheet {
    /// Lines, rings and quiet text have the color of the text: nothing that carries meaning is faint.
    package static let rules = """
        @define-color dimmed_text_color @theme_fg_color;
        @define-color quoted_text_color @theme_fg_color;
        @define-color field_border_color @theme_fg_color;
        @define-color line_color @theme_fg_color;
        @define-color focus_color @theme_fg_color;
        @define-color tab_color @theme_fg_color;
        @define-color problem_color @theme_fg_color;
        @define-color action_color mix(@theme_selected_bg_color, black, 0.4);
        @define-color mention_color mix(@theme_selected_bg_color, @theme_fg_color, 0.6);
        @define-color dark_mention_color mix(@theme_selected_bg_color, @theme_fg_color, 0.8);
        @define-color misspelling_color #a51d2d;
        @define-color dark_misspelling_color #ff9e8f;

        """
}
