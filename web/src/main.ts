import { mount } from 'svelte';
import App from './App.svelte';
import './font/font.css';
import './style.css';
import './board/board.css';

mount(App, { target: document.getElementById('app')! });
